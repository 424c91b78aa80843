"""The words of which invented people and their works are made: names of many cultures, topics, venues, places."""


def _listed(text: str) -> tuple[str, ...]:
    """Part what is written in one line."""
    return tuple(text.split("|"))


GIVEN = {
    "chinese": "Wei Xiaoming Jing Yifan Haoran Zihan Mei Lin Tianyu Xin Bo Rui Yuchen Qian An Shuo Ziyi Peng",
    "chinese_three": "Xiao Ming|Xiao-Ling|Zhi Wei|Yu-Han|Jia Qi|Shu-Fen|Kai Wen|Tsz Hin|Ho Yin|Pui Shan",
    "korean": "Min-Jun Seo-Yeon Jihoon Ji-Woo Hyunwoo Eun-Ji Sungmin Dong-Hyun Yuna Kyu-Sik",
    "japanese": "Haruto Sakura Kenji Yui Takashi Naoko Shota Emi",
    "indian": "Rajesh Priya Ananya Vikram Kavitha Arjun Deepa Sanjay Nikhil Lakshmi",
    "arabic": "Mohammed Fatima Omar Layla Ahmed Abdul-Rahman Nour Khaled Yasmin Hassan",
    "spanish": "María José|Juan Carlos|Lucía|Álvaro|Inés|Íñigo|Ana Belén|Sergio|Begoña|Raúl",
    "portuguese": "João Conceição Luís Inês Gonçalo Thaís Antônio Mônica Caio Márcia",
    "german": "Jürgen Anneliese Björn Käthe Hans-Peter Ulrike Götz Sören Karl-Heinz Ute",
    "dutch": "Pieter Sanne Joost Anouk Maarten Femke Ruben Lotte",
    "french": "Jean-Luc Élodie François Amélie Benoît Zoé Marie-Claire Gaëtan",
    "italian": "Giulia Niccolò Lorenzo Chiara Matteo Ilaria",
    "turkish": "Çağlar Ayşe Özgür İpek Barış Gülşen Uğur Zeynep",
    "vietnamese": "Văn An|Thị Hương|Minh Đức|Quốc Bảo|Ngọc Lan|Hữu Phước|Thanh Tùng",
    "slavic": "Łukasz Agnieszka Jiří Božena Dmitri Olena Miloš Zuzana",
    "nordic": "Åsa Bjørn Søren Ingrid Märta Eiríkur Aino Jörgen",
    "english": "Margaret Oliver Harriet Benjamin Siobhán Theodore Alice Rowan Edith Callum",
    "african": "Chinwe Kwame Thandiwe Adebayo Wanjiru Sipho Amina Kofi",
}
"""Given names by culture; parted by `|` where a name has a space."""

FAMILY = {
    "chinese": "Li Wang Zhang Chen Liu Zhao Huang Xu Sun Ma Zhu Lü Ouyang Xie E Yu",
    "chinese_three": "Chan Wong Leung Cheung Tsai Hsu Kwok Ng",
    "korean": "Kim Lee Park Choi Jung Kang Yoon Oh",
    "japanese": "Takahashi Ōmura Fujiwara Ishikawa Kobayashi Ueno",
    "indian": "Sharma Iyer Ramakrishnan Gupta Patel Venkatasubramanian Bose Rao",
    "arabic": "Al-Hassan|El-Sayed|bin Khalid|Abu Bakr|Haddad|Al Mansoori|Nasser|Benali",
    "spanish": "García López|Fernández de la Cruz|Núñez|Ibáñez Ruiz|de la Fuente|Ortega y Vidal|Peña|Castaño",
    "portuguese": "da Silva Santos|Gonçalves|de Araújo|Simões Pinto|Magalhães|dos Reis|Brandão",
    "german": "Müller|von Bergen|Schäfer|Groß|Weißenfels|von der Heide|Krämer-Lutz|Köhler|zu Rantzau",
    "dutch": "van der Berg|de Vries|van Dijk|ten Brink|Jansen|van 't Hoff",
    "french": "Lefèvre|de La Tour|Bâtonnier|Dupré|Saint-Clair|d'Aubigny",
    "italian": "De Santis|Ricciardi|Dell'Acqua|Conti|Di Marzio",
    "turkish": "Yıldız Öztürk Şahin Kılıç Güneş Demirtaş",
    "vietnamese": "Nguyễn Trần Phạm Lê Đặng Võ",
    "slavic": "Kowalczyk Dvořák Wiśniewska Petrenko Šimić Novotný",
    "nordic": "Lindqvist Ødegård Sørensen Hämäläinen Guðmundsson Bergström",
    "english": "Whitfield|O'Connor|Ashworth|McAllister|Fitz-Gerald|St. John|Penrose|Marlowe|Day|Grant",
    "african": "Okonkwo Mensah Nkosi Adeyemi Kamau Diallo",
}
"""Family names by culture, with the particles that belong to them."""

NATIVE = {
    "Wei": "伟",
    "Jing": "静",
    "Mei": "梅",
    "Lin": "琳",
    "Xin": "鑫",
    "Bo": "博",
    "Rui": "瑞",
    "Li": "李",
    "Wang": "王",
    "Zhang": "张",
    "Chen": "陈",
    "Liu": "刘",
    "Zhao": "赵",
    "Sun": "孙",
    "Kim": "김",
    "Lee": "이",
    "Park": "박",
    "Jihoon": "지훈",
    "Ji-Woo": "지우",
    "Sungmin": "성민",
    "Yuna": "유나",
}
"""Parts of names in their own script."""

TOPICS = _listed(
    "Packet Scheduling|Graph Partitioning|Write-Ahead Logging|Federated Training|Checkpointing|"
    "Query Planning|Cache Eviction|Memory Disaggregation|Sparse Attention|Speech Segmentation|"
    "Protein Docking|Traffic Forecasting|Congestion Control|Key-Value Storage|Program Repair|"
    "Symbolic Execution|Differential Privacy|Robot Grasping|Point Cloud Registration|Code Review|"
    "Log Compression|Spot Pricing|Tensor Offloading|Secure Enclaves|Vector Search|Image Captioning|"
    "Dialogue State Tracking|Entity Linking|Garbage Collection|Leader Election"
)
AREAS = _listed(
    "Serverless Platforms|Data Centres|Edge Clusters|Large Language Models|Mobile Devices|"
    "Autonomous Vehicles|Wireless Networks|Recommender Systems|Scientific Workflows|Multi-Tenant Clouds|"
    "Smart Contracts|Hospitals|Open-Source Projects|Persistent Memory|GPU Clusters|Low-Resource Languages|"
    "Wearables|Public Libraries"
)
MANNERS = _listed(
    "Efficient|Fault-Tolerant|Interference-Aware|Low-Latency|Privacy-Preserving|Elastic|Provably Safe|"
    "Cost-Effective|Decentralised|Energy-Proportional|Self-Tuning|Near-Optimal|Explainable|Bandwidth-Frugal"
)
MEANS = _listed(
    "Learned Indexes|Lazy Replication|Kernel Bypass|Optimistic Locking|Contrastive Pre-Training|"
    "Bayesian Search|Programmable Switches|Weak Supervision|Speculative Execution|Type Inference|"
    "Hierarchical Sampling|Markov Chains"
)
SYLLABLES = _listed("ba|cor|del|fi|gan|hel|ix|jo|kar|lum|mor|nix|or|pra|quo|ril|sten|tor|ul|ven|wyn|xan|yar|zel")

TITLES = (
    "{system}: {manner} {topic} for {area}",
    "{system}: {topic} with {means}",
    "{manner} {topic} with {means}",
    "{topic} and {topic2} in {area}",
    "Is {topic} All That {area} Need?",
    "To Share or Not to Share: {topic} in {area}",
    "“It Worked on My Machine”: {topic} in {area}",
    "A Decade of {topic} in {area}: 2009 to 2019",
    "What Broke {area} in 2018",
    "From C++ to Rust: {topic} without Tears",
    "Why 99% of {area} Ignore {topic}",
    "Lessons from 10,000 {area}: A Study of {topic}",
    "{topic} in $O(n \\log n)$ Messages",
    "Beyond $k$-Anonymity: {topic} for {area}",
    "{means} vs. {means2}: Which Is Better for {topic}?",
    "Fast, Cheap, and Almost Right: {topic} via {means}",
    "(Re)Thinking {topic} for {area}",
    "{system}-2: Scaling {topic} to 1.5 Billion Keys",
    "Who's Afraid of {topic}? Evidence from {area}",
    "Towards {manner} {topic}",
    "On the {topic} Problem: An Answer to the CLOUD Challenge",
    "{topic} at the Edge",
    "A Survey on {topic}: Past, Present and Future",
    "{system}: Learning to Do {topic} and {topic2} Together",
    "TCP/IP over {means}: An Experience Report",
    "{topic}",
    "An Analysis of {topic} in .NET and Java Programs",
    "Can One Trust {means}? The Case of {topic}, {topic2}, and {topic3}",
    "{manner} {topic} by {means} (Extended Abstract)",
    "Poster: {topic} for {area}",
)
"""Titles as people give them: with colons, questions, numbers, quotes, a year, what looks like a venue."""

CONFERENCES = (
    ("OSDI", "USENIX Symposium on Operating Systems Design and Implementation", "USENIX Association"),
    ("NSDI", "USENIX Symposium on Networked Systems Design and Implementation", "USENIX Association"),
    ("SIGCOMM", "ACM SIGCOMM Conference", "ACM"),
    ("EuroSys", "European Conference on Computer Systems", "ACM"),
    ("NeurIPS", "Conference on Neural Information Processing Systems", "Curran"),
    ("ICML", "International Conference on Machine Learning", "PMLR"),
    ("CVPR", "IEEE/CVF Conference on Computer Vision and Pattern Recognition", "IEEE"),
    ("ACL", "Annual Meeting of the Association for Computational Linguistics", "ACL"),
    ("SIGMOD", "International Conference on Management of Data", "ACM"),
    ("CHI", "Conference on Human Factors in Computing Systems", "ACM"),
    ("ICSE", "International Conference on Software Engineering", "IEEE"),
    ("WWW", "The Web Conference", "ACM"),
    ("MobiSys", "International Conference on Mobile Systems, Applications, and Services", "ACM"),
    ("ICRA", "IEEE International Conference on Robotics and Automation", "IEEE"),
    ("FarSys", "International Symposium on Far-Flung Systems", "IEEE"),
    ("ICQL", "International Conference on Query Languages and Logic", "Springer"),
)
"""Acronym, name, publisher; the last ones exist nowhere."""
JOURNALS = (
    ("IEEE Transactions on Parallel and Distributed Systems", "TPDS"),
    ("Journal of Systems Architecture", "JSA"),
    ("ACM Transactions on Storage", "TOS"),
    ("Future Generation Computer Systems", "FGCS"),
    ("Nature Communications", ""),
    ("IEEE Internet of Things Journal", "IoT-J"),
    ("Annals of Reproducible Computing", "ARC"),
    ("PLOS ONE", ""),
    ("Information Sciences", ""),
)
WORKSHOPS = ("LearningSys", "HotEdge", "MLForLogs", "GreenNets", "TrustAI", "SysDW")

UNIVERSITIES = (
    ("Northfield University", "Northfield, UK"),
    ("University of Upper Lakes", "Thunder Falls, Canada"),
    ("Technische Universität Altstadt", "Altstadt, Germany"),
    ("Hanjiang University of Science and Technology", "Hanjiang, China"),
    ("City University of Port Clarence", "Port Clarence, Australia"),
    ("Universidad Politécnica de Valdemar", "Valdemar, Spain"),
    ("Indian Institute of Technology Kaveri", "Kaveri, India"),
    ("Sejin National University", "Sejin, South Korea"),
    ("University of California, Monterey", "Monterey, CA, USA"),
    ("Ecole Polytechnique de Vaudreuil", "Vaudreuil, Switzerland"),
    ("Boğaz Teknik University", "Istanbul, Turkey"),
    ("Westbrook College", "Westbrook, MA"),
)
COMPANIES = (
    ("Lumenar Research", "Seattle, WA"),
    ("Quintessa Labs", "Zurich, Switzerland"),
    ("Bytewell", "Beijing, China"),
    ("Harrow & Pine Analytics", "London, UK"),
    ("Microsoft Research", "Redmond, WA"),
    ("NovaGrid Inc.", "Austin, TX"),
    ("Google", "Mountain View, CA"),
    ("Institute for Applied Computing", "Toronto, Canada"),
)
DEPARTMENTS = (
    "Department of Computer Science",
    "School of Computing",
    "Faculty of Electrical Engineering",
    "Institute of Informatics",
)
TEAMS = ("Systems Group", "AI Infrastructure Team", "Visual Computing Lab", "Networking Research Group", "NLP Lab")
ROLES = {
    "faculty": ("Assistant Professor", "Lecturer", "Associate Professor", "Postdoctoral Researcher"),
    "student": ("Research Assistant", "Graduate Research Assistant", "Visiting Student", "Visiting Researcher"),
    "company": ("Research Intern", "Software Engineer", "Research Scientist", "Software Engineering Intern"),
}
FIELDS = (
    "Computer Science",
    "Electrical Engineering",
    "Software Engineering",
    "Data Science",
    "Mathematics",
    "Physics",
    "Computer Science and Engineering",
)
DEGREES = {
    "doctoral": ("Ph.D.", "PhD", "Doctor of Philosophy"),
    "master": ("M.Sc.", "M.S.", "Master of Science", "M.Eng."),
    "bachelor": ("B.Sc.", "B.Eng.", "Bachelor of Science", "B.Tech."),
}
PRIZES = (
    "Outstanding Graduate Award",
    "Dean's List",
    "Student Travel Grant",
    "National Scholarship",
    "Best Teaching Assistant Award",
    "First Prize, Programming Contest",
    "Doctoral Fellowship",
    "Rising Star in Networking",
    "Merit Scholarship",
    "Young Researcher Prize",
    "Distinguished Reviewer Award",
)
PAPER_PRIZES = ("Best Paper Award", "Best Paper Runner-up", "Distinguished Paper Award", "Oral", "Spotlight")
GIVERS = ("Northfield University", "Sejin Foundation", "Ministry of Science", "ACM", "Quintessa Labs")
COURSES = (
    "Operating Systems",
    "Computer Networks",
    "Introduction to Machine Learning",
    "Compilers",
    "Data Structures and Algorithms",
    "Distributed Systems",
    "Linear Algebra for Engineers",
)
DUTIES = ("Reviewer", "Program Committee Member", "Artifact Evaluation Committee", "Session Chair", "Publicity Chair")
SKILLS = ("Python", "C++", "Rust", "PyTorch", "Kubernetes", "SQL", "Verilog", "MATLAB", "Go", "LaTeX", "Linux")
HIGHLIGHTS = (
    "Built a scheduler for {topic_low} that halved the waiting time of jobs",
    "Designed and evaluated {topic_low} on a cluster of 64 machines",
    "Led a team of four on {topic_low}",
    "Reduced the cost of {topic_low} by 31%",
    "Wrote the test bench for {topic_low}; it runs every night since 2016",
)
