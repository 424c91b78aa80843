"""Whole pages of invented people with their publications, as homepages and CVs set them; and pages that have none."""
# ruff: noqa: E501, W291  # the pages are as long as they are, in their own letters

from tests.support.citation_styles import Cited


def expected(table: str) -> list[Cited]:
    """Return the rows of a table: title, authors, venue, year, status."""
    rows = ([cell.strip() for cell in row.split(" | ")] + [""] * 3 for row in table.strip().splitlines() if row)
    return [
        Cited(title, authors.split("; "), venue or None, int(year) if year else None, status or None)
        for title, authors, venue, year, status, *_ in rows
    ]


PAGES: dict[str, tuple[str, str, str]] = {
    "linked title list, authors below, plain": (
        "md",
        """# Hanna Oyelaran

## Publications

[Cold-Start Caching for Serverless Inference](https://ex.org/a.pdf)  
**Hanna Oyelaran**, Tomasz Wilk, Priya Raman  
*EuroSys 2024*

[When Do Learned Indexes Lose?](https://ex.org/b.pdf)  
Tomasz Wilk, **Hanna Oyelaran**  
*VLDB 2023*, Best Paper Runner-up

[Mending Broken Joins](https://ex.org/c.pdf)  
Priya Raman, Li Qiang, **Hanna Oyelaran**, and Bo Sørensen  
*SIGMOD 2022*
""",
        """
Cold-Start Caching for Serverless Inference | Hanna Oyelaran; Tomasz Wilk; Priya Raman | EuroSys | 2024
When Do Learned Indexes Lose? | Tomasz Wilk; Hanna Oyelaran | VLDB | 2023
Mending Broken Joins | Priya Raman; Li Qiang; Hanna Oyelaran; Bo Sørensen | SIGMOD | 2022
""",
    ),
    "li with div class title": (
        "html",
        """<html><body><h1>Hanna Oyelaran</h1><h2>Publications</h2><ul class="pubs">
<li><div class="title">Cold-Start Caching for Serverless Inference</div><div class="authors">Hanna Oyelaran, Tomasz Wilk, Priya Raman</div><div class="venue">EuroSys 2024</div><div class="links"><a href="https://ex.org/a.pdf">PDF</a> <a href="https://ex.org/a.git">Code</a></div></li>
<li><div class="title">When Do Learned Indexes Lose?</div><div class="authors">Tomasz Wilk, Hanna Oyelaran</div><div class="venue">VLDB 2023</div><div class="links"><a href="https://ex.org/b.pdf">PDF</a></div></li>
</ul></body></html>""",
        """
Cold-Start Caching for Serverless Inference | Hanna Oyelaran; Tomasz Wilk; Priya Raman | EuroSys | 2024
When Do Learned Indexes Lose? | Tomasz Wilk; Hanna Oyelaran | VLDB | 2023
""",
    ),
    "al-folio cards html": (
        "html",
        """<html><body><h1 class="post-title"><span class="font-weight-bold">Hanna</span> Oyelaran</h1><h2>selected publications</h2>
<div class="publications"><ol class="bibliography"><li><div class="row"><div class="col-sm-2 abbr"><abbr class="badge">EuroSys</abbr></div>
<div id="x" class="col-sm-8"><div class="title">Cold-Start Caching for Serverless Inference</div>
<div class="author"><em>Hanna Oyelaran</em>, <a href="https://t.ex.org">Tomasz Wilk</a>, and Priya Raman</div>
<div class="periodical"><em>In Proceedings of the 19th European Conference on Computer Systems (EuroSys)</em>, Apr 2024</div>
<div class="links"><a class="abstract btn">Abs</a> <a href="https://ex.org/a.pdf" class="btn">PDF</a> <a href="https://ex.org/c" class="btn">Code</a> <a class="bibtex btn">Bib</a></div>
<div class="abstract hidden"><p>We study caches. Tomasz Wilk once said that caches are cold.</p></div></div></div></li>
<li><div class="row"><div class="col-sm-2 abbr"><abbr class="badge">VLDB</abbr></div>
<div id="y" class="col-sm-8"><div class="title">When Do Learned Indexes Lose?</div>
<div class="author">Tomasz Wilk, and <em>Hanna Oyelaran</em></div>
<div class="periodical"><em>Proc. VLDB Endow.</em>, Sep 2023</div>
<div class="links"><a class="abstract btn">Abs</a> <a href="https://ex.org/a.pdf" class="btn">PDF</a></div></div></div></li></ol></div></body></html>""",
        """
Cold-Start Caching for Serverless Inference | Hanna Oyelaran; Tomasz Wilk; Priya Raman | EuroSys | 2024
When Do Learned Indexes Lose? | Tomasz Wilk; Hanna Oyelaran | VLDB Endow | 2023
""",
    ),
    "al-folio text as pasted": (
        "md",
        """# Hanna Oyelaran

## publications

### 2024

1. EuroSys

   Cold-Start Caching for Serverless Inference

   **Hanna Oyelaran**, Tomasz Wilk, and Priya Raman

   *In Proceedings of EuroSys*, Apr 2024

   Abs  PDF  Code  Bib

2. arXiv

   Braids of Logs

   Priya Raman\\*, **Hanna Oyelaran**\\*, and 4 more authors

   *arXiv preprint arXiv:2401.01234*, Jan 2024

   Abs  PDF
""",
        """
Cold-Start Caching for Serverless Inference | Hanna Oyelaran; Tomasz Wilk; Priya Raman | EuroSys | 2024
Braids of Logs | Priya Raman; Hanna Oyelaran | arXiv | 2024 | preprint
""",
    ),
    "academicpages archive": (
        "md",
        """# Publications

## Cold-Start Caching for Serverless Inference

Published in *EuroSys*, 2024

This paper is about caches that start cold.

Recommended citation: Hanna Oyelaran, Tomasz Wilk, and Priya Raman. (2024). "Cold-Start Caching for Serverless Inference." *EuroSys*. 1(1).

[Download Paper](https://ex.org/a.pdf) | [Download Slides](https://ex.org/a.ppt)

## When Do Learned Indexes Lose?

Published in *VLDB*, 2023

This paper is about indexes.

Recommended citation: Tomasz Wilk and Hanna Oyelaran. (2023). "When Do Learned Indexes Lose?" *VLDB*. 1(2).

[Download Paper](https://ex.org/b.pdf)
""",
        """
Cold-Start Caching for Serverless Inference | Hanna Oyelaran; Tomasz Wilk; Priya Raman | EuroSys | 2024
When Do Learned Indexes Lose? | Tomasz Wilk; Hanna Oyelaran | VLDB | 2023
""",
    ),
    "academicpages template placeholder": (
        "md",
        """# Publications

## Paper Title Number 1

Published in *Journal 1*, 2009

This paper is about the number 1. The number 2 is left for future work.

Recommended citation: Your Name, You. (2009). "Paper Title Number 1." *Journal 1*. 1(1).
[Download paper here](http://academicpages.github.io/files/paper1.pdf)

## Paper Title Number 2

Published in *Journal 1*, 2010

Recommended citation: Your Name, You. (2010). "Paper Title Number 2." *Journal 1*. 1(2).
""",
        "",
    ),
    "hugo academic citations": (
        "md",
        """# Hanna Oyelaran

## Recent Publications

Hanna Oyelaran, Tomasz Wilk, Priya Raman (2024). [Cold-Start Caching for Serverless Inference](/publication/cold/). In *EuroSys*.

[PDF](/a.pdf) [Cite](#) [Code](https://ex.org) [DOI](https://doi.org/10.1145/1234567.890)

Tomasz Wilk, Hanna Oyelaran (2023). [When Do Learned Indexes Lose?](/publication/idx/). *PVLDB*.

[PDF](/b.pdf) [Cite](#)
""",
        """
Cold-Start Caching for Serverless Inference | Hanna Oyelaran; Tomasz Wilk; Priya Raman | EuroSys | 2024
When Do Learned Indexes Lose? | Tomasz Wilk; Hanna Oyelaran | PVLDB | 2023
""",
    ),
    "hugo: title dot in venue": (
        "md",
        """# Hanna Oyelaran

## Publications

- [**Cold-Start Caching for Serverless Inference**](https://ex.org/a). Hanna Oyelaran, Tomasz Wilk. In *EuroSys*, 2024. [Cite](#) [PDF](a.pdf) [DOI](https://doi.org/10.1145/11.22)
- [**When Do Learned Indexes Lose?**](https://ex.org/b). Tomasz Wilk, Hanna Oyelaran. In *VLDB*, 2023. [Cite](#)
- [**Mending Broken Joins**](https://ex.org/c). Priya Raman, Hanna Oyelaran. *CoRR* abs/2201.00001, 2022.
""",
        """
Cold-Start Caching for Serverless Inference | Hanna Oyelaran; Tomasz Wilk | EuroSys | 2024
When Do Learned Indexes Lose? | Tomasz Wilk; Hanna Oyelaran | VLDB | 2023
Mending Broken Joins | Priya Raman; Hanna Oyelaran | arXiv | 2022 | preprint
""",
    ),
    "bold keys C12": (
        "md",
        """# Milo Anders

## Publications

### Conference papers

**[C3]** M. Anders, R. J. van der Hofstad, and S. Ito, "Sparse recovery under label shift," in *Proc. ICML*, Vienna, Austria, Jul. 2024.

**[C2]** S. Ito and **M. Anders**, "A note on 1-bit sensing," in *Proc. IEEE ISIT*, 2023, pp. 101–106.

**[C1]** **M. Anders**, "What is a sketch?" in *NeurIPS*, 2022.

### Journal papers

**[J1]** **M. Anders** and S. Ito, "Tails of random projections," *IEEE Trans. Inf. Theory*, vol. 69, no. 4, pp. 2210–2231, Apr. 2023.
""",
        """
Sparse recovery under label shift | M. Anders; R. J. van der Hofstad; S. Ito | ICML | 2024
A note on 1-bit sensing | S. Ito; M. Anders | IEEE ISIT | 2023
What is a sketch? | M. Anders | NeurIPS | 2022
Tails of random projections | M. Anders; S. Ito | IEEE Trans. Inf. Theory | 2023
""",
    ),
    "reverse numbered": (
        "md",
        """# Milo Anders

## Publications

12. Anders M, Ito S. "Sparse recovery under label shift". ICML 2024.
11. Ito S, Anders M. "A note on 1-bit sensing". ISIT 2023.
10. Anders M. "What is a sketch?". NeurIPS 2022.
""",
        """
Sparse recovery under label shift | M. Anders; S. Ito | ICML | 2024
A note on 1-bit sensing | S. Ito; M. Anders | ISIT | 2023
What is a sketch? | M. Anders | NeurIPS | 2022
""",
    ),
    "topics as headings": (
        "md",
        """# Milo Anders

## Research

### Compressed sensing

- *Sparse recovery under label shift*, Milo Anders, Sora Ito, ICML 2024 [[pdf](x.pdf)]
- *A note on 1-bit sensing*, Sora Ito, Milo Anders, ISIT 2023 [[pdf](x.pdf)] [[slides](x.ppt)]

### Random matrices

- *Tails of random projections*, Milo Anders, Sora Ito, Ravi Nair, IEEE Transactions on Information Theory, 2023
""",
        """
Sparse recovery under label shift | Milo Anders; Sora Ito | ICML | 2024
A note on 1-bit sensing | Sora Ito; Milo Anders | ISIT | 2023
Tails of random projections | Milo Anders; Sora Ito; Ravi Nair | IEEE Transactions on Information Theory | 2023
""",
    ),
    "venue abbreviation bold first": (
        "md",
        """# Milo Anders

## Publications

- **ICML** &nbsp; Sparse Recovery under Label Shift, **Milo Anders**, Sora Ito, ICML, 2024
- **ISIT** &nbsp; A Note on 1-bit Sensing, Sora Ito, **Milo Anders**, ISIT, 2023
- **NeurIPS** &nbsp; What is a Sketch?, **Milo Anders**, NeurIPS, 2022
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
What is a Sketch? | Milo Anders | NeurIPS | 2022
""",
    ),
    "venue tag bold then newline": (
        "md",
        """# Milo Anders

## Publications

**ICML 2024** 
Sparse Recovery under Label Shift 
**Milo Anders**, Sora Ito 
[paper](x.pdf) / [code](https://ex.org)

**ISIT 2023** 
A Note on 1-bit Sensing 
Sora Ito, **Milo Anders** 
[paper](x.pdf)
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
""",
    ),
    "acad-homepage paper-box": (
        "md",
        """# Milo Anders

# 📝 Publications 

<div class='paper-box'><div class='paper-box-image'><div><div class="badge">CVPR 2016</div><img src='images/500x300.png' alt="sym" width="100%"></div></div>
<div class='paper-box-text' markdown="1">

[Deep Residual Looms for Image Weaving](https://ex.org/1)

**Milo Anders**, Sora Ito, Ravi Nair, Jin Sun

[**Project**](https://ex.org/s) <strong><span class='show_paper_citations' data='x'></span></strong>
- Weaving is deep. 
</div>
</div>

- [Sparse Recovery under Label Shift, **ICML 2024**](https://ex.org/2), Milo Anders, Sora Ito, **ICML 2024**
""",
        """
Deep Residual Looms for Image Weaving | Milo Anders; Sora Ito; Ravi Nair; Jin Sun | CVPR | 2016
Sparse Recovery under Label Shift | Milo Anders; Sora Ito | ICML | 2024
""",
    ),
    "barron style html table": (
        "html",
        """<html><head><title>Milo Anders</title></head><body><table><tr><td><p class="name">Milo Anders</p><p>I am a research scientist at a company where I work on looms.</p></td></tr></table>
<table><tr><td><h2>Research</h2><p>I work on sensing. Some papers are <span class="highlight">highlighted</span>.</p></td></tr></table>
<table><tr><td width="25%"><img src="x.png"></td><td width="75%"><a href="https://ex.org/1"><span class="papertitle">Sparse Recovery under Label Shift</span></a><br><strong>Milo Anders</strong>, <a href="https://s.ex">Sora Ito</a>, <a href="https://r.ex">Ravi Nair</a><br><em>ICML</em>, 2024 &nbsp <font color="red"><strong>(Oral Presentation)</strong></font><br><a href="https://ex.org/p">project page</a> / <a href="https://arxiv.org/abs/2401.01234">arXiv</a><p>Labels shift, and yet we recover.</p></td></tr>
<tr><td width="25%"><img src="y.png"></td><td width="75%"><a href="https://ex.org/2"><span class="papertitle">A Note on 1-bit Sensing</span></a><br><a href="https://s.ex">Sora Ito</a>*, <strong>Milo Anders</strong>*<br><em>ISIT</em>, 2023<br><a href="https://ex.org/p">project page</a> / <a href="https://ex.org/v">video</a><p>One bit is enough.</p></td></tr></table></body></html>""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
""",
    ),
    "to appear list": (
        "md",
        """# Milo Anders

## To appear

- Milo Anders and Sora Ito. Sparse recovery under label shift. *Annals of Statistics*, to appear.
- Sora Ito, Milo Anders. A note on 1-bit sensing. Forthcoming in *Bernoulli*.

## Submitted

- Milo Anders, Ravi Nair. Tails of random projections. Submitted to *Biometrika*, 2024.
- Milo Anders. What is a sketch? In preparation.
""",
        """
Sparse recovery under label shift | Milo Anders; Sora Ito | Annals of Statistics |  | accepted
A note on 1-bit sensing | Sora Ito; Milo Anders | Bernoulli |  | accepted
Tails of random projections | Milo Anders; Ravi Nair | Biometrika | 2024 | under-review
What is a sketch? | Milo Anders |  |  | draft
""",
    ),
    "emoji badges": (
        "md",
        """# Milo Anders

## Publications

- [ICML'24] **Sparse Recovery under Label Shift** 🏆 **Best Paper Award**  
  **Milo Anders**, Sora Ito  
  *International Conference on Machine Learning (ICML)*, 2024 (Oral, top 1.5%)
- [ISIT'23] ⭐ **A Note on 1-bit Sensing**  
  Sora Ito, **Milo Anders**  
  *IEEE International Symposium on Information Theory (ISIT)*, 2023 (acceptance rate: 23.4%)
- [NeurIPS'22] 🔥 **Tails of Random Projections**  
  Ravi Nair ✉, **Milo Anders**  
  *Conference on Neural Information Processing Systems (NeurIPS)*, 2022 (Spotlight)
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
Tails of Random Projections | Ravi Nair; Milo Anders | NeurIPS | 2022
""",
    ),
    "co-first daggers envelope": (
        "md",
        """# Milo Anders

## Publications

† equal contribution, ✉ / 📧 corresponding author

1. **Milo Anders†**, Sora Ito†, Ravi Nair📧, *Sparse Recovery under Label Shift*, in ICML 2024.
2. Sora Ito✉️, **Milo Anders**, *A Note on 1-bit Sensing*, in ISIT 2023.
3. **Milo Anders**<sup>1,2</sup>, Ravi Nair<sup>2,✉</sup>, Sora Ito<sup>3</sup>, *Tails of Random Projections*, in NeurIPS 2022.
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
Tails of Random Projections | Milo Anders; Ravi Nair; Sora Ito | NeurIPS | 2022
""",
    ),
    "affiliations in brackets": (
        "md",
        """# Milo Anders

## Publications

- Milo Anders (Univ. of Bergen), Sora Ito (Keio University), Ravi Nair (IIT Madras). Sparse Recovery under Label Shift. ICML 2024.
- Sora Ito (Keio University), Milo Anders (Univ. of Bergen). A Note on 1-bit Sensing. ISIT 2023.
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
""",
    ),
    "with coauthors, owner implied": (
        "md",
        """# Milo Anders

## Publications

- "Sparse recovery under label shift" (with Sora Ito and Ravi Nair). *Econometrica*, 2024.
- "A note on 1-bit sensing" (with Sora Ito). *Journal of Econometrics*, 2023.
- "What is a sketch?" *Review of Economic Studies*, 2022.
""",
        """
Sparse recovery under label shift | Milo Anders; Sora Ito; Ravi Nair | Econometrica | 2024
A note on 1-bit sensing | Milo Anders; Sora Ito | Journal of Econometrics | 2023
What is a sketch? | Milo Anders | Review of Economic Studies | 2022
""",
    ),
    "alphabetical": (
        "md",
        """# Milo Anders

## Papers (authors in alphabetical order)

1. **Sparse recovery under label shift** (alphabetical order)  
   with Milo Anders, Sora Ito, Ravi Nair. STOC 2024
2. **A note on 1-bit sensing**  
   Milo Anders, Sora Ito. SODA 2023. Invited to SICOMP special issue.
""",
        """
Sparse recovery under label shift | Milo Anders; Sora Ito; Ravi Nair | STOC | 2024
A note on 1-bit sensing | Milo Anders; Sora Ito | SODA | 2023
""",
    ),
    "theory dblp-like, alphabetical star": (
        "md",
        """# Milo Anders

## Publications

(α-β) denotes alphabetical author ordering.

- (α-β) Milo Anders, Sora Ito, *Sparse recovery under label shift*, COLT 2024.
- (α-β) Milo Anders, Ravi Nair, Sora Ito, *A note on 1-bit sensing*, FOCS 2023.
""",
        """
Sparse recovery under label shift | Milo Anders; Sora Ito | COLT | 2024
A note on 1-bit sensing | Milo Anders; Ravi Nair; Sora Ito | FOCS | 2023
""",
    ),
    "chinese names": (
        "md",
        """# 王小明 (Xiaoming Wang)

## 论文 Publications

- **Xiao-Ming Wang**, Wei (David) Zhang, Yu'an Liu, Xi Li. Graph Looms. In AAAI 2024.
- Wei (David) Zhang, **Xiao-Ming Wang**. Silk Roads in Memory. In IJCAI 2023.
- 王小明, 张伟. 织机图. 计算机学报, 2022.
""",
        """
Graph Looms | Xiao-Ming Wang; Wei (David) Zhang; Yu'an Liu; Xi Li | AAAI | 2024
Silk Roads in Memory | Wei (David) Zhang; Xiao-Ming Wang | IJCAI | 2023
织机图 | 王小明; 张伟 | 计算机学报 | 2022
""",
    ),
    "cyrillic": (
        "md",
        """# Иван Петров

## Публикации (Publications)

1. И. И. Петров, А. Б. Смирнова. О гладких отображениях. Математические заметки, 2021.
2. A. B. Smirnova, I. I. Petrov. "On smooth maps". Sbornik: Mathematics, 2022.
""",
        """
О гладких отображениях | И. И. Петров; А. Б. Смирнова | Математические заметки | 2021
On smooth maps | A. B. Smirnova; I. I. Petrov | Sbornik: Mathematics | 2022
""",
    ),
    "suffixes": (
        "md",
        """# John Q. Harper Jr.

## Publications

1. John Q. Harper, Jr., Ana Lucía de la Vega, and Peter Stone III. "Soils of the Delta." *Geoderma* 301 (2019): 1–9.
2. Peter Stone III, John Q. Harper Jr. "Salt and Silt." *Catena* 188 (2020): 104–113.
""",
        """
Soils of the Delta | John Q. Harper, Jr.; Ana Lucía de la Vega; Peter Stone III | Geoderma | 2019
Salt and Silt | Peter Stone III; John Q. Harper Jr. | Catena | 2020
""",
    ),
    "ALL CAPS names": (
        "md",
        """# MILO ANDERS

## PUBLICATIONS

1. ANDERS M., ITO S., NAIR R. (2024) Sparse recovery under label shift. Annals of Statistics 52, 1–30.
2. ITO S., ANDERS M. (2023) A note on 1-bit sensing. Bernoulli 29, 44–60.
""",
        """
Sparse recovery under label shift | M. ANDERS; S. ITO; R. NAIR | Annals of Statistics | 2024
A note on 1-bit sensing | S. ITO; M. ANDERS | Bernoulli | 2023
""",
    ),
    "ALL CAPS titles": (
        "md",
        """# Milo Anders

## Publications

1. Anders, M., Ito, S. SPARSE RECOVERY UNDER LABEL SHIFT. Annals of Statistics, 2024.
2. Ito, S., Anders, M. A NOTE ON ONE BIT SENSING. Bernoulli, 2023.
""",
        """
SPARSE RECOVERY UNDER LABEL SHIFT | M. Anders; S. Ito | Annals of Statistics | 2024
A NOTE ON ONE BIT SENSING | S. Ito; M. Anders | Bernoulli | 2023
""",
    ),
    "entities": (
        "md",
        """# Zo&euml; M&uuml;ller

## Publications

- Zo&euml; M&uuml;ller &amp; S&oslash;ren Kj&aelig;r. &ldquo;Ice &amp; Fire: Two Models&rdquo;. <i>Nature Geoscience</i>, 2021.
- S&oslash;ren Kj&aelig;r &amp; Zo&euml; M&uuml;ller. &ldquo;How Cold Is &lsquo;Cold&rsquo;?&rdquo;. <i>Geophysical Research Letters</i>, 2020.
""",
        """
Ice & Fire: Two Models | Zoë Müller; Søren Kjær | Nature Geoscience | 2021
How Cold Is ‘Cold’? | Søren Kjær; Zoë Müller | Geophysical Research Letters | 2020
""",
    ),
    "hard titles": (
        "md",
        """# Milo Anders

## Publications

* Milo Anders, Sora Ito. "Attention Is (Not) What You Weave: Towards $O(n \\log n)$ Looms". ICML 2024.
* Milo Anders, Sora Ito. "2.5D Looms — Or, How I Learned to Stop Weaving and Love the Card". CHI 2023.
* Sora Ito, Milo Anders. "Why 'et al.' Matters: 1,000,000 Citations Revisited". JCDL 2022.
* Sora Ito, Milo Anders. "`malloc()` Considered Harmful? A Study in C/C++ vs. Rust". OOPSLA 2021.
* Milo Anders, Sora Ito. "Looms.jl: Weaving in Julia". JOSS, 2020.
* Milo Anders, Sora Ito. "No. 5 Is Alive! A History of St. Mary's Engine". IEEE Annals of the History of Computing, 2019.
""",
        """
Attention Is (Not) What You Weave: Towards O(n logn) Looms | Milo Anders; Sora Ito | ICML | 2024
2.5D Looms — Or, How I Learned to Stop Weaving and Love the Card | Milo Anders; Sora Ito | CHI | 2023
Why 'et al.' Matters: 1,000,000 Citations Revisited | Sora Ito; Milo Anders | JCDL | 2022
malloc() Considered Harmful? A Study in C/C++ vs. Rust | Sora Ito; Milo Anders | OOPSLA | 2021
Looms.jl: Weaving in Julia | Milo Anders; Sora Ito | JOSS | 2020
No. 5 Is Alive! A History of St. Mary's Engine | Milo Anders; Sora Ito | IEEE Annals of the History of Computing | 2019
""",
    ),
    "hard titles without quotes": (
        "md",
        """# Milo Anders

## Publications

* Milo Anders, Sora Ito. Attention Is (Not) What You Weave: Towards Linear Looms. ICML 2024.
* Milo Anders, Sora Ito. 2.5D Looms — Or, How I Learned to Stop Weaving and Love the Card. CHI 2023.
* Sora Ito, Milo Anders. Rust vs. C: A Study. OOPSLA 2021.
* Milo Anders, Sora Ito. Looms.jl: Weaving in Julia. JOSS, 2020.
* Milo Anders, Sora Ito. Is Weaving Hard? Yes. IEEE Computer, 2019.
* Milo Anders, Sora Ito. Don't Weave! STOC 2018.
""",
        """
Attention Is (Not) What You Weave: Towards Linear Looms | Milo Anders; Sora Ito | ICML | 2024
2.5D Looms — Or, How I Learned to Stop Weaving and Love the Card | Milo Anders; Sora Ito | CHI | 2023
Rust vs. C: A Study | Sora Ito; Milo Anders | OOPSLA | 2021
Looms.jl: Weaving in Julia | Milo Anders; Sora Ito | JOSS | 2020
Is Weaving Hard? Yes | Milo Anders; Sora Ito | IEEE Computer | 2019
Don't Weave! | Milo Anders; Sora Ito | STOC | 2018
""",
    ),
    "title quotes, full stop outside": (
        "md",
        """# Milo Anders

## Publications

* M. Anders and S. Ito, "Sparse recovery under label shift". *Annals of Statistics* 52(1):1–30, 2024. DOI: 10.1214/24-AOS0001
* S. Ito, M. Anders, "A note on 1-bit sensing.", *Bernoulli* **29** (2023), no. 2, 44–60.
* M. Anders, R. Nair, and S. Ito, 'Tails of random projections', *Stochastic Processes and their Applications*, 132, pp. 12-40, 2021.
""",
        """
Sparse recovery under label shift | M. Anders; S. Ito | Annals of Statistics | 2024
A note on 1-bit sensing | S. Ito; M. Anders | Bernoulli | 2023
Tails of random projections | M. Anders; R. Nair; S. Ito | Stochastic Processes and their Applications | 2021
""",
    ),
    "books and chapters": (
        "md",
        """# Milo Anders

## Books

- Milo Anders. *The Woven Mind: A History of Looms*. Cambridge University Press, 2021.
- Milo Anders and Sora Ito. *Foundations of Sensing*. Springer, 2018.

## Book chapters

- M. Anders: Cards and Codes. In: P. Quist, L. Hammer (eds.) *Handbook of Weaving*, pp. 1–20. Springer, 2020.
- S. Ito and M. Anders. "Looms in Law." In *The Oxford Handbook of Textiles*, edited by Greta Holm and Pavel Novak, 113–140. Oxford University Press, 2019.
""",
        """
The Woven Mind: A History of Looms | Milo Anders | Cambridge University Press | 2021
Foundations of Sensing | Milo Anders; Sora Ito | Springer | 2018
Cards and Codes | M. Anders | Handbook of Weaving | 2020
Looms in Law | S. Ito; M. Anders | The Oxford Handbook of Textiles | 2019
""",
    ),
    "theses reports posters": (
        "md",
        """# Milo Anders

## Publications

- Milo Anders. *Sketching Sparse Signals*. PhD thesis, University of Bergen, 2019.
- Milo Anders, Sora Ito. Sparse Recovery in Practice. Technical Report TR-2018-07, University of Bergen, 2018.
- Milo Anders, Sora Ito. Poster: Looms on the Edge. In MobiSys 2017.
- Sora Ito, Milo Anders. Demo: A Loom in Your Pocket. MobiCom 2016 (demo).
""",
        """
Sketching Sparse Signals | Milo Anders | PhD thesis, University of Bergen | 2019
Sparse Recovery in Practice | Milo Anders; Sora Ito | Technical Report TR-2018-07 | 2018
Poster: Looms on the Edge | Milo Anders; Sora Ito | MobiSys | 2017
Demo: A Loom in Your Pocket | Sora Ito; Milo Anders | MobiCom | 2016
""",
    ),
    "physics arXiv": (
        "md",
        """# Lena Brandt

## Publications

1. L. Brandt, J. Okafor, *Vortices in woven superfluids*, Phys. Rev. Lett. **131**, 013401 (2023), [arXiv:2303.01234](https://arxiv.org/abs/2303.01234)
2. J. Okafor, L. Brandt, *Knots and anyons*, JHEP **07** (2021) 112 [hep-th/0601001]
3. L. Brandt, *A remark on defects*, [arXiv:math-ph/0501001](https://arxiv.org/abs/math-ph/0501001).
4. L. Brandt, J. Okafor and 3 others, *Lattice weavings*, Phys. Rev. B 99, 1234 (2019).
""",
        """
Vortices in woven superfluids | L. Brandt; J. Okafor | Phys. Rev. Lett | 2023
Knots and anyons | J. Okafor; L. Brandt | JHEP | 2021
A remark on defects | L. Brandt | arXiv | 2005 | preprint
Lattice weavings | L. Brandt; J. Okafor | Phys. Rev. B | 2019
""",
    ),
    "corr openreview": (
        "md",
        """# Milo Anders

## Preprints

- Milo Anders, Sora Ito. Sparse Recovery under Label Shift. CoRR abs/2402.01234 (2024)
- Sora Ito, Milo Anders. A Note on 1-bit Sensing. arXiv:2301.00012 [cs.LG], 2023.
- Milo Anders, Ravi Nair. Tails of Random Projections. OpenReview preprint, 2022. [[openreview](https://openreview.net/forum?id=x)]
- Milo Anders, Ravi Nair, Sora Ito. Yarn. bioRxiv 2021.03.04.433911, 2021.
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito | arXiv | 2024 | preprint
A Note on 1-bit Sensing | Sora Ito; Milo Anders | arXiv | 2023 | preprint
Tails of Random Projections | Milo Anders; Ravi Nair | OpenReview | 2022 | preprint
Yarn | Milo Anders; Ravi Nair; Sora Ito | bioRxiv .433911 | 2021 | preprint
""",
    ),
    "years odd": (
        "md",
        """# Milo Anders

## Publications

- Milo Anders, Sora Ito: Sparse Recovery under Label Shift. ICML '24
- Sora Ito, Milo Anders: A Note on 1-bit Sensing. ISIT, Feb 2023
- Anders, M., Nair, R. (2022a). Tails of random projections. *Bernoulli*, 28(1), 1–20.
- Anders, M., Nair, R. (2022b). Heads of random projections. *Bernoulli*, 28(2), 21–40.
- Milo Anders: Looms, Lost and Found. Textile History 44(2), 2020–2021
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
Tails of random projections | M. Anders; R. Nair | Bernoulli | 2022
Heads of random projections | M. Anders; R. Nair | Bernoulli | 2022
Looms, Lost and Found | Milo Anders | Textile History | 2021
""",
    ),
    "statuses 2": (
        "md",
        """# Milo Anders

## Manuscripts

- Milo Anders, Sora Ito. Sparse Recovery under Label Shift. Under submission to JMLR.
- Sora Ito, Milo Anders. A Note on 1-bit Sensing. Minor revision at IEEE TIT.
- Milo Anders, Ravi Nair. Tails of Random Projections. Accepted at COLT 2025.
- Ravi Nair, Milo Anders. Heads of Random Projections. In revision, Bernoulli.
- Milo Anders. Sides of Random Projections. Revise and resubmit, Econometrica.
- Milo Anders, Sora Ito. Coins. Accepted with minor revisions, Annals of Statistics.
- Milo Anders, Sora Ito. Edges. Conditionally accepted, CHI 2025.
- Milo Anders, Sora Ito. Rims. Working paper, 2024.
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito | JMLR |  | under-review
A Note on 1-bit Sensing | Sora Ito; Milo Anders | IEEE TIT |  | under-review
Tails of Random Projections | Milo Anders; Ravi Nair | COLT | 2025 | accepted
Heads of Random Projections | Ravi Nair; Milo Anders | Bernoulli |  | under-review
Sides of Random Projections | Milo Anders | Econometrica |  | under-review
Coins | Milo Anders; Sora Ito | with minor revisions, Annals of Statistics |  | accepted
Edges | Milo Anders; Sora Ito | CHI | 2025 | accepted
Rims | Milo Anders; Sora Ito |  | 2024 | draft
""",
    ),
    "torn: titles over two paragraphs": (
        "md",
        """# Milo Anders

## PUBLICATIONS

Milo Anders, Sora Ito, and Ravi Nair. Sparse Recovery under Label

Shift in Distributed Sensor Networks. In ICML, 2024.

Sora Ito, Milo Anders. A Note on 1-bit Sensing. In ISIT, 2023.

Milo Anders, Ravi Nair, and Sora

Ito. Tails of Random Projections. In NeurIPS, 2022.
""",
        """
Sparse Recovery under Label Shift in Distributed Sensor Networks | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
Tails of Random Projections | Milo Anders; Ravi Nair; Sora Ito | NeurIPS | 2022
""",
    ),
    "torn: authors glued to titles": (
        "md",
        """# Milo Anders

## Publications

**Sparse Recovery under Label Shift** Milo Anders, Sora Ito, Ravi Nair *ICML 2024*

**A Note on 1-bit Sensing** Sora Ito, Milo Anders *ISIT 2023*

**Tails of Random Projections** Milo Anders, Ravi Nair *NeurIPS 2022*
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
Tails of Random Projections | Milo Anders; Ravi Nair | NeurIPS | 2022
""",
    ),
    "torn: all glued, no styles": (
        "md",
        """# Milo Anders

## Publications

Sparse Recovery under Label Shift Milo Anders, Sora Ito, Ravi Nair International Conference on Machine Learning (ICML), 2024

A Note on 1-bit Sensing Sora Ito, Milo Anders IEEE International Symposium on Information Theory (ISIT), 2023

Tails of Random Projections Milo Anders, Ravi Nair Conference on Neural Information Processing Systems (NeurIPS), 2022
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
Tails of Random Projections | Milo Anders; Ravi Nair | NeurIPS | 2022
""",
    ),
    "torn: dropped spaces": (
        "md",
        """# Milo Anders

## Publications

[1] Milo Anders,Sora Ito,Ravi Nair.Sparse Recovery under Label Shift.ICML 2024.

[2] Sora Ito,Milo Anders.A Note on 1-bit Sensing.ISIT 2023.

[3] Milo Anders,Ravi Nair.Tails of Random Projections.NeurIPS 2022.
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
Tails of Random Projections | Milo Anders; Ravi Nair | NeurIPS | 2022
""",
    ),
    "torn: years column": (
        "md",
        """# Milo Anders

## Publications

2024

Milo Anders, Sora Ito. "Sparse Recovery under Label Shift". ICML.

2023

Sora Ito, Milo Anders. "A Note on 1-bit Sensing". ISIT.

Milo Anders, Sora Ito. "Yarns". ITW.
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
Yarns | Milo Anders; Sora Ito | ITW | 2023
""",
    ),
    "torn: venue right column tab": (
        "md",
        """# Milo Anders

## Publications

Sparse Recovery under Label Shift ICML 2024
Milo Anders, Sora Ito, Ravi Nair

A Note on 1-bit Sensing ISIT 2023
Sora Ito, Milo Anders

Tails of Random Projections NeurIPS 2022
Milo Anders, Ravi Nair
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
Tails of Random Projections | Milo Anders; Ravi Nair | NeurIPS | 2022
""",
    ),
    "plain text file": (
        "txt",
        """MILO ANDERS
milo [at] ex.org

PUBLICATIONS

Milo Anders, Sora Ito, Ravi Nair. "Sparse Recovery under Label Shift in Distributed
    Sensor Networks with Many Nodes." In Proceedings of the International Conference
    on Machine Learning (ICML), 2024.

Sora Ito, Milo Anders. "A Note on 1-bit Sensing." In IEEE International Symposium on
    Information Theory (ISIT), 2023.

AWARDS

Best Reviewer, ICML 2023
""",
        """
Sparse Recovery under Label Shift in Distributed Sensor Networks with Many Nodes | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
""",
    ),
    "half without venue": (
        "md",
        """# Milo Anders

## Publications

- Milo Anders, Sora Ito. Sparse Recovery under Label Shift.
- Sora Ito, Milo Anders, Ravi Nair. A Note on 1-bit Sensing. ISIT 2023.
- Milo Anders, Ravi Nair. Tails of Random Projections.
- Milo Anders, Ravi Nair, Sora Ito, Per Holm. Heads of Random Projections. 2021.
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito
A Note on 1-bit Sensing | Sora Ito; Milo Anders; Ravi Nair | ISIT | 2023
Tails of Random Projections | Milo Anders; Ravi Nair
Heads of Random Projections | Milo Anders; Ravi Nair; Sora Ito; Per Holm |  | 2021
""",
    ),
    "very long lists": (
        "md",
        """# Milo Anders

## Publications

- Sora Ito, Ravi Nair, Per Holm, Ana Cruz, Liu Yang, Omar Said, Ivo Brik, Noa Levi, Tariq Aziz, Jo Ann Park, Uma Rao, …, **Milo Anders**, …, Zed Quill. Loom-1: An Open Foundation Model of Textiles. arXiv 2024.
- Sora Ito, **Milo Anders** et al. (42 authors). A Survey of Yarn. ACM Computing Surveys, 2023.
- The LOOM Collaboration (incl. M. Anders). First Light of the Loom. Nature Astronomy, 2022.
""",
        """
Loom-1: An Open Foundation Model of Textiles | Sora Ito; Ravi Nair; Per Holm; Ana Cruz; Liu Yang; Omar Said; Ivo Brik; Noa Levi; Tariq Aziz; Jo Ann Park; Uma Rao; Milo Anders; Zed Quill | arXiv | 2024 | preprint
A Survey of Yarn | Sora Ito; Milo Anders | ACM Computing Surveys | 2023
). First Light of the Loom | M. Anders | Nature Astronomy | 2022
""",
    ),
    "google sites like": (
        "txt",
        """Milo Anders
Assistant Professor of Operations

Home
Research
Teaching

Publications

Sparse Recovery under Label Shift
(with Sora Ito and Ravi Nair), Management Science, 2024

A Note on 1-bit Sensing
(with Sora Ito), Operations Research, 2023
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | Management Science | 2024
A Note on 1-bit Sensing | Milo Anders; Sora Ito | Operations Research | 2023
""",
    ),
    "google sites, full authors": (
        "txt",
        """Milo Anders
Assistant Professor of Operations

Journal Papers

Sparse Recovery under Label Shift in Retail. Milo Anders, Sora Ito and Ravi Nair. Management Science, 70(3), 2024.

A Note on 1-bit Sensing. Sora Ito and Milo Anders. Operations Research, 71(2):112-130, 2023.

Working Papers

Tails of Random Projections. Milo Anders and Ravi Nair. Under review at Operations Research.
""",
        """
Sparse Recovery under Label Shift in Retail | Milo Anders; Sora Ito; Ravi Nair | Management Science | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | Operations Research | 2023
Tails of Random Projections | Milo Anders; Ravi Nair | Operations Research |  | under-review
""",
    ),
    "harvard": (
        "md",
        """# Ngozi Eze

## Publications

Eze, N. and Halloran, P.J. (2020) 'Markets without makers: textile trade in Lagos', *African Affairs*, 119(476), pp. 412–433. doi: 10.1093/afraf/xyz.

Eze, N., Halloran, P.J. and de Souza Lima, M. (2018) 'Who counts the cloth?', *World Development*, 101, pp. 1–14.

Eze, N. (2015) *Cloth and Kin*. London: Routledge.
""",
        """
Markets without makers: textile trade in Lagos | N. Eze; P.J. Halloran | African Affairs | 2020
Who counts the cloth? | N. Eze; P.J. Halloran; M. de Souza Lima | World Development | 2018
Cloth and Kin | N. Eze | Routledge | 2015
""",
    ),
    "mla": (
        "md",
        """# Ngozi Eze

## Articles

- Eze, Ngozi. "Markets without Makers." *African Affairs*, vol. 119, no. 476, 2020, pp. 412-33.
- Eze, Ngozi, and Peter J. Halloran. "Who Counts the Cloth?" *World Development*, vol. 101, 2018, pp. 1-14.
- Halloran, Peter J., et al. "Threads of Trade." *Economic History Review*, vol. 70, 2017.
""",
        """
Markets without Makers | Ngozi Eze | African Affairs | 2020
Who Counts the Cloth? | Ngozi Eze; Peter J. Halloran | World Development | 2018
Threads of Trade | Peter J. Halloran | Economic History Review | 2017
""",
    ),
    "ama medicine": (
        "md",
        """# Priya Raman, MD

## Peer-Reviewed Publications

1. **Raman P**, Wilk T, Oyelaran HA. Outcomes after woven mesh repair in older adults. *JAMA Surg*. 2021;156(4):321-329. doi:10.1001/jamasurg.2021.0001
2. Wilk T, **Raman P**, van den Berg LM, et al. Mesh migration: a cohort study. *Ann Surg*. 2020;271(2):e45-e52. PMID: 31234567
3. Oyelaran HA, Wilk TK, O'Neil J, **Raman P**. Silk sutures revisited. *BMJ Open*. 2019;9:e012345. PMCID: PMC6543210.
""",
        """
Outcomes after woven mesh repair in older adults | P. Raman; T. Wilk; H. A. Oyelaran | JAMA Surg | 2021
Mesh migration: a cohort study | T. Wilk; P. Raman; L. M. van den Berg | Ann Surg | 2020
Silk sutures revisited | H. A. Oyelaran; T. K. Wilk; J. O'Neil; P. Raman | BMJ Open | 2019
""",
    ),
    "biology nature style": (
        "md",
        """# Priya Raman

## Publications

Raman, P., Wilk, T. & Oyelaran, H. Silk gene networks in orb weavers. *Nature* **590**, 122–128 (2021).

Wilk, T.#, Raman, P.#, Chen, X.-Y. et al. A cell atlas of the spinneret. *Cell* **181**, 100–115.e20 (2020).

Oyelaran, H., Raman, P.* Silk, stretched. *eLife* 8:e45678 (2019). (*corresponding author)
""",
        """
Silk gene networks in orb weavers | P. Raman; T. Wilk; H. Oyelaran | Nature | 2021
A cell atlas of the spinneret | T. Wilk; P. Raman; X.-Y. Chen | Cell | 2020
Silk, stretched | H. Oyelaran; P. Raman | eLife | 2019
""",
    ),
    "chem acs": (
        "md",
        """# Priya Raman

## Publications

(3) Raman, P.; Wilk, T.; Oyelaran, H. A. Self-Healing Silks. *J. Am. Chem. Soc.* **2021**, *143*, 1201–1210.

(2) Wilk, T.; Raman, P. Photochromic Yarns. *Angew. Chem. Int. Ed.* **2020**, *59*, 4455–4460.

(1) Raman, P.; Oyelaran, H. A.; Wilk, T. Dyes That Die. *ACS Nano* **2019**, *13*, 99–108.
""",
        """
Self-Healing Silks | P. Raman; T. Wilk; H. A. Oyelaran | J. Am. Chem. Soc | 2021
Photochromic Yarns | T. Wilk; P. Raman | Angew. Chem. Int. Ed | 2020
Dyes That Die | P. Raman; H. A. Oyelaran; T. Wilk | ACS Nano | 2019
""",
    ),
    "math amsplain": (
        "md",
        """# Jan Nowak

## Papers

1. (with A. Kovács) *Braids and buildings*, Adv. Math. **380** (2021), 107–150.
2. J. Nowak and A. Kovács, *Weaving number of a knot*, J. Knot Theory Ramifications **29** (2020), no. 5, 2050030.
3. J. Nowak, *Looms of higher rank*, Proc. Amer. Math. Soc. **147** (2019), 3311–3320.
""",
        """
Braids and buildings | Jan Nowak; A. Kovács | Adv. Math | 2021
Weaving number of a knot | J. Nowak; A. Kovács | J. Knot Theory Ramifications | 2020
Looms of higher rank | J. Nowak | Proc. Amer. Math. Soc | 2019
""",
    ),
    "springer lncs colon": (
        "md",
        """# Milo Anders

## Publications

1. Anders, M., Ito, S.: Sparse recovery under label shift. In: Holm, P., Quist, L. (eds.) CAV 2024. LNCS, vol. 14681, pp. 3–22. Springer, Cham (2024)
2. Ito, S., Anders, M.: A note on 1-bit sensing. J. Autom. Reason. 67(1), 12 (2023)
""",
        """
Sparse recovery under label shift | M. Anders; S. Ito | Holm, P., Quist, L. (eds.) CAV . LNCS | 2024
A note on 1-bit sensing | S. Ito; M. Anders | J. Autom. Reason | 2023
""",
    ),
    "dblp paste": (
        "md",
        """# Milo Anders

## Publications

- Milo Anders, Sora Ito: Sparse Recovery under Label Shift. ICML 2024: 1201-1220
- Sora Ito, Milo Anders, Ravi Nair 0002: A Note on 1-bit Sensing. IEEE Trans. Inf. Theory 69(4): 2210-2231 (2023)
- Milo Anders: What is a Sketch? CoRR abs/2205.01234 (2022)
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders; Ravi Nair | IEEE Trans. Inf. Theory | 2023
What is a Sketch? | Milo Anders | arXiv | 2022 | preprint
""",
    ),
    "google scholar paste": (
        "md",
        """# Milo Anders

## Publications

Sparse recovery under label shift
M Anders, S Ito, R Nair
International Conference on Machine Learning, 1201-1220, 2024

A note on 1-bit sensing
S Ito, M Anders
IEEE International Symposium on Information Theory, 2023
""",
        """
Sparse recovery under label shift | M Anders; S Ito; R Nair | International Conference on Machine Learning | 2024
A note on 1-bit sensing | S Ito; M Anders | IEEE International Symposium on Information Theory | 2023
""",
    ),
    "latex cv moderncv md": (
        "md",
        """# Milo **ANDERS**

## PUBLICATIONS

**2024** Anders, M., Ito, S. "Sparse recovery under label shift". ICML.

**2023** Ito, S., Anders, M. "A note on 1-bit sensing". ISIT.

**2022** Anders, M. "What is a sketch?" NeurIPS.
""",
        """
Sparse recovery under label shift | M. Anders; S. Ito | ICML | 2024
A note on 1-bit sensing | S. Ito; M. Anders | ISIT | 2023
What is a sketch? | M. Anders | NeurIPS | 2022
""",
    ),
    "title colon authors dash": (
        "md",
        """# Milo Anders

## Publications

* Sparse Recovery under Label Shift - Milo Anders, Sora Ito - ICML 2024
* A Note on 1-bit Sensing - Sora Ito, Milo Anders - ISIT 2023
* Tails of Random Projections - Milo Anders, Ravi Nair - NeurIPS 2022
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
Tails of Random Projections | Milo Anders; Ravi Nair | NeurIPS | 2022
""",
    ),
    "pipes": (
        "md",
        """# Milo Anders

## Publications

* **Sparse Recovery under Label Shift** | Milo Anders, Sora Ito | ICML 2024 | [PDF](x.pdf)
* **A Note on 1-bit Sensing** | Sora Ito, Milo Anders | ISIT 2023 | [PDF](x.pdf)
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
""",
    ),
    "by authors line": (
        "md",
        """# Milo Anders

## Publications

**Sparse Recovery under Label Shift**, by Milo Anders, Sora Ito and Ravi Nair. ICML 2024.

**A Note on 1-bit Sensing**, by Sora Ito and Milo Anders. ISIT 2023.
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
""",
    ),
    "labels Authors: Venue:": (
        "md",
        """# Milo Anders

## Publications

**Title:** Sparse Recovery under Label Shift  
**Authors:** Milo Anders, Sora Ito, Ravi Nair  
**Venue:** ICML 2024

**Title:** A Note on 1-bit Sensing  
**Authors:** Sora Ito, Milo Anders  
**Venue:** ISIT 2023
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
""",
    ),
    "titles as h3 with abstract": (
        "md",
        """# Milo Anders

## Publications

### Sparse Recovery under Label Shift
*Milo Anders, Sora Ito, Ravi Nair* 
ICML 2024 | [Paper](x.pdf) | [Code](y)

We show that labels may shift and recovery still works. Our method, Sprout, is 3x faster than prior work by Smith and Jones.

### A Note on 1-bit Sensing
*Sora Ito, Milo Anders* 
ISIT 2023 | [Paper](x.pdf)

One bit is enough to sense a loom.
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
""",
    ),
    "details summary html": (
        "html",
        """<html><body><h1>Milo Anders</h1><h2>Papers</h2>
<div class="paper"><b>Sparse Recovery under Label Shift</b><br>Milo Anders, Sora Ito and Ravi Nair<br>ICML 2024<br>[<a href="x.pdf">pdf</a>] [<a href="javascript:toggle()">abstract</a>] [<a href="x.bib">bibtex</a>]
<details><summary>Abstract</summary>We show that labels may shift, after Smith and Jones (2019), and recovery works.</details><pre>@inproceedings{anders24, title={Sparse Recovery under Label Shift}, author={Anders, Milo and Ito, Sora}}</pre></div>
<div class="paper"><b>A Note on 1-bit Sensing</b><br>Sora Ito and Milo Anders<br>ISIT 2023<br>[<a href="y.pdf">pdf</a>]</div>
</body></html>""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
""",
    ),
    "dl dt html": (
        "html",
        """<html><body><h1>Milo Anders</h1><h3>Publications</h3><dl>
<dt><a href="x.pdf">Sparse Recovery under Label Shift</a></dt><dd>Milo Anders, Sora Ito, Ravi Nair.<br><i>ICML 2024</i></dd>
<dt><a href="y.pdf">A Note on 1-bit Sensing</a></dt><dd>Sora Ito, Milo Anders.<br><i>ISIT 2023</i></dd></dl></body></html>""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
""",
    ),
    "html table year col": (
        "html",
        """<html><body><h1>Milo Anders</h1><h3>Publications</h3><table>
<tr><td>2024</td><td>Milo Anders, Sora Ito, Ravi Nair. <b>Sparse Recovery under Label Shift</b>. <i>ICML</i>.</td></tr>
<tr><td>2023</td><td>Sora Ito, Milo Anders. <b>A Note on 1-bit Sensing</b>. <i>ISIT</i>.</td></tr></table></body></html>""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
""",
    ),
    "hugo-blox html cards": (
        "html",
        """<html><body><h1>Milo Anders</h1><section><h2>Recent Publications</h2>
<div class="media stream-item"><div class="media-body"><h3 class="article-title"><a href="/p/1">Sparse Recovery under Label Shift</a></h3><div class="stream-meta article-metadata"><div><span class="author-highlighted">Milo Anders</span>, <span>Sora Ito</span>, <span>Ravi Nair</span></div></div><a class="summary-link"><div class="article-style">We show that labels may shift and recovery still works.</div></a><div class="btn-links"><a href="x.pdf">PDF</a> <a href="#">Cite</a></div></div></div>
<div class="media stream-item"><div class="media-body"><h3 class="article-title"><a href="/p/2">A Note on 1-bit Sensing</a></h3><div class="stream-meta article-metadata"><div><span>Sora Ito</span>, <span class="author-highlighted">Milo Anders</span></div></div><a class="summary-link"><div class="article-style">One bit suffices.</div></a><div class="btn-links"><a href="x.pdf">PDF</a> <a href="#">Cite</a></div></div></div></section></body></html>""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair
A Note on 1-bit Sensing | Sora Ito; Milo Anders
""",
    ),
    "korean japanese": (
        "md",
        """# 김민준 (Minjun Kim)

## Publications

- 김민준, 이서연, 박지훈. 희소 신호 복원. 정보과학회논문지, 2022.
- Minjun Kim, Seo-yeon Lee, Ji Hoon Park. Sparse Recovery under Label Shift. ICML 2024.
- 山田太郎, 金敏俊. 織機の研究. 情報処理学会論文誌, 2021.
""",
        """
희소 신호 복원 | 김민준; 이서연; 박지훈 | 정보과학회논문지 | 2022
Sparse Recovery under Label Shift | Minjun Kim; Seo-yeon Lee; Ji Hoon Park | ICML | 2024
織機の研究 | 山田太郎; 金敏俊 | 情報処理学会論文誌 | 2021
""",
    ),
    "french spanish": (
        "md",
        """# Chloé Dubois-Marchand

## Publications

- Chloé Dubois-Marchand et Étienne Le Gall. « Le tissage des données ». Revue d'intelligence artificielle, 2019.
- Étienne Le Gall, Chloé Dubois-Marchand, Íñigo Fernández y Núñez. "Telares y datos". Revista Iberoamericana de Informática, 2018.
""",
        """
Le tissage des données | Chloé Dubois-Marchand; Étienne Le Gall | ». Revue d'intelligence artificielle | 2019
Telares y datos | Étienne Le Gall; Chloé Dubois-Marchand; Íñigo Fernández y Núñez | Revista Iberoamericana de Informática | 2018
""",
    ),
    "awards and rates inside": (
        "md",
        """# Milo Anders

## Conference Publications

1. **Milo Anders**, Sora Ito. *Sparse Recovery under Label Shift*. The 41st International Conference on Machine Learning (**ICML 2024**), Vienna, Austria, July 21–27, 2024. [Acceptance Rate: 2609/9473 = 27.5%]
2. Sora Ito, **Milo Anders**. *A Note on 1-bit Sensing*. The 2023 IEEE International Symposium on Information Theory (**ISIT 2023**), Taipei, Taiwan, June 2023. (**Best Student Paper Award**)
3. **Milo Anders**, Ravi Nair. *Tails of Random Projections*. Thirty-sixth Conference on Neural Information Processing Systems (**NeurIPS 2022**), New Orleans, LA, USA. (Spotlight, Top 5%)
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
Tails of Random Projections | Milo Anders; Ravi Nair | NeurIPS | 2022
""",
    ),
    "links before title": (
        "md",
        """# Milo Anders

## Publications

- [[pdf](x.pdf)][[code](y)] Milo Anders, Sora Ito. "Sparse Recovery under Label Shift". ICML 2024.
- [[pdf](x.pdf)] Sora Ito, Milo Anders. "A Note on 1-bit Sensing". ISIT 2023.
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
""",
    ),
    "venue workshop at": (
        "md",
        """# Milo Anders

## Workshop Papers

- Milo Anders, Sora Ito. Sparse Recovery under Label Shift. Workshop on Distribution Shifts at NeurIPS 2023.
- Sora Ito, Milo Anders. A Note on 1-bit Sensing. ICLR 2022 Workshop on Sensing (Oral).
- Ravi Nair, Milo Anders. Tails of Random Projections. NeurIPS 2021 (Datasets and Benchmarks Track).
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito | Workshop on Distribution Shifts at NeurIPS | 2023
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ICLR Workshop on Sensing | 2022
Tails of Random Projections | Ravi Nair; Milo Anders | NeurIPS | 2021
""",
    ),
    "authors after venue": (
        "md",
        """# Milo Anders

## Publications

- **Sparse Recovery under Label Shift**  
  ICML 2024  
  Milo Anders, Sora Ito, Ravi Nair
- **A Note on 1-bit Sensing**  
  ISIT 2023  
  Sora Ito, Milo Anders
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
""",
    ),
    "ampersand and plus, semicolons": (
        "md",
        """# Milo Anders

## Publications

- Milo Anders; Sora Ito; Ravi Nair. Sparse Recovery under Label Shift. ICML 2024.
- Sora Ito & Milo Anders. A Note on 1-bit Sensing. ISIT 2023.
- Milo Anders · Ravi Nair. Tails of Random Projections. NeurIPS 2022.
""",
        """
Sparse Recovery under Label Shift | Milo Anders; Sora Ito; Ravi Nair | ICML | 2024
A Note on 1-bit Sensing | Sora Ito; Milo Anders | ISIT | 2023
Tails of Random Projections | Milo Anders; Ravi Nair | NeurIPS | 2022
""",
    ),
    "econ homepage": (
        "md",
        """# Ingrid Solheim

Assistant Professor of Economics, University of Nowhere

## Job Market Paper

**Toll Roads and Rural Wages** [[PDF]](tolls.pdf)

*We study tolls with data on 4,000 villages.*

## Publications

[Paying for Patience: Evidence from Village Banks](vb.pdf), with Rohan Mehta and Lucia Ferri. *American Economic Review*, 114(3), 2024, 812–850.

[The Price of Ice](ice.pdf), with Lucia Ferri. *Journal of Development Economics*, 2022.

[Who Moves When Rivers Move?](rivers.pdf) *Review of Economics and Statistics*, 2020.

## Working Papers

[Grain, Trains, and Prices](gtp.pdf), with Rohan Mehta. Revise and resubmit, *Econometrica*.
""",
        """
Paying for Patience: Evidence from Village Banks | Ingrid Solheim; Rohan Mehta; Lucia Ferri | American Economic Review | 2024
The Price of Ice | Ingrid Solheim; Lucia Ferri | Journal of Development Economics | 2022
Who Moves When Rivers Move? | Ingrid Solheim | Review of Economics and Statistics | 2020
Grain, Trains, and Prices | Ingrid Solheim; Rohan Mehta | Econometrica |  | under-review
""",
    ),
    "robotics lab html": (
        "html",
        """<html><head><title>Tomás Arellano - Robotics</title></head><body><h1>Tomás Arellano</h1><p>PhD Candidate</p><h2>News</h2><ul><li>Sep 2024: Paper on cloth folding accepted to CoRL!</li></ul><h2>Selected Publications</h2>
<div class="pub"><p><a href="https://ex.org/fold"><strong>FoldNet: Folding Laundry with One Arm</strong></a><br><u>Tomás Arellano</u>, Beatriz Okafor*, Hyun-Woo Seo*, Greg Tan<br>Conference on Robot Learning (CoRL), 2024<br><span style="color:red">Oral (6.4%)</span><br><a href="x.pdf">paper</a> • <a href="https://arxiv.org/abs/2406.01234">arXiv</a> • <a href="v.mp4">video</a></p></div>
<div class="pub"><p><a href="https://ex.org/tie"><strong>Learning to Tie Knots from Videos of Sailors</strong></a><br>Beatriz Okafor, <u>Tomás Arellano</u>, Greg Tan<br>IEEE International Conference on Robotics and Automation (ICRA), 2023<br><a href="x.pdf">paper</a> • <a href="https://gh.ex.org">code</a></p></div>
<div class="pub"><p><strong>Soft Grippers for Hard Jobs</strong><br>Greg Tan, <u>Tomás Arellano</u><br>In submission<br></p></div></body></html>""",
        """
FoldNet: Folding Laundry with One Arm | Tomás Arellano; Beatriz Okafor; Hyun-Woo Seo; Greg Tan | CoRL | 2024
Learning to Tie Knots from Videos of Sailors | Beatriz Okafor; Tomás Arellano; Greg Tan | ICRA | 2023
Soft Grippers for Hard Jobs | Greg Tan; Tomás Arellano |  |  | under-review
""",
    ),
    "physics cv pdf text": (
        "txt",
        """Curriculum Vitae

Dr. Anneke Vos
Department of Physics

REFEREED PUBLICATIONS

[12] A. Vos, B. Lindgren, and C. Moreau, "Skyrmion textures in woven magnets,"
Phys. Rev. B 108, 014411 (2023).

[11] B. Lindgren, A. Vos, et al., "Thermal Hall effect without phonons,"
Nature Physics 18, 901-906 (2022).

[10] C. Moreau and A. Vos, "A simple model of hysteresis," J. Phys.: Condens.
Matter 33, 255801 (2021).

CONFERENCE TALKS

"Skyrmions," APS March Meeting, Las Vegas, 2023 (with B. Lindgren)
""",
        """
Skyrmion textures in woven magnets | A. Vos; B. Lindgren; C. Moreau | Phys. Rev. B | 2023
Thermal Hall effect without phonons | B. Lindgren; A. Vos | Nature Physics | 2022
A simple model of hysteresis | C. Moreau; A. Vos | J. Phys.: Condens. Matter | 2021
""",
    ),
    "hci with awards lines": (
        "md",
        """# Delphine Roux

### Publications
#### 2024
**Quiet Keyboards: Typing Without Noise in Shared Homes**\\
Delphine Roux, Amara Nwosu, Jonas Falk\\
*Proceedings of the ACM on Interactive, Mobile, Wearable and Ubiquitous Technologies (IMWUT)*\\
🏅 Honorable Mention

**Children and Their Chatbots: A Diary Study**\\
Amara Nwosu, Delphine Roux\\
*CHI '24*

#### 2022
**Smell as Feedback**\\
Jonas Falk, Delphine Roux, Amara Nwosu, and Kenta Mori\\
*UIST '22* — 🏆 Best Paper (top 1%)
""",
        """
Quiet Keyboards: Typing Without Noise in Shared Homes | Delphine Roux; Amara Nwosu; Jonas Falk | IMWUT | 2024
Children and Their Chatbots: A Diary Study | Amara Nwosu; Delphine Roux | CHI | 2024
Smell as Feedback | Jonas Falk; Delphine Roux; Amara Nwosu; Kenta Mori | UIST | 2022
""",
    ),
    "systems cv md numbered with links": (
        "md",
        """# Bilal Rahmani
*PhD student* | [Scholar](https://s) | [GitHub](https://g)

## Publications

1. **[NSDI '25]** Bilal Rahmani, Clara Voss, Ming-Chi Tseng, Dana Abel. *"Packet Trimming for the Rest of Us"*. 22nd USENIX Symposium on Networked Systems Design and Implementation. [[Paper](x.pdf)] [[Slides](x.pptx)]
2. **[SoCC '23]** Clara Voss, Bilal Rahmani, Dana Abel. *"Lights Off: Sleeping Servers at Scale"*. ACM Symposium on Cloud Computing. [[Paper](x.pdf)]
3. **[HotNets '22]** Ming-Chi Tseng\\*, Bilal Rahmani\\*. *"Who Needs Switches Anyway?"*. 21st ACM Workshop on Hot Topics in Networks.

(\\* equal contribution)

## Technical Skills
- Languages: Rust, C++
""",
        """
Packet Trimming for the Rest of Us | Bilal Rahmani; Clara Voss; Ming-Chi Tseng; Dana Abel | USENIX Symposium on Networked Systems Design and Implementation | 2025
Lights Off: Sleeping Servers at Scale | Clara Voss; Bilal Rahmani; Dana Abel | ACM Symposium on Cloud Computing | 2023
Who Needs Switches Anyway? | Ming-Chi Tseng; Bilal Rahmani | ACM Workshop on Hot Topics in Networks | 2022
""",
    ),
    "history cv": (
        "md",
        """# Roberto Calvini

## Books

*Salt Roads: Venice and Its Mules, 1300–1500*. Harvard University Press, 2018.

## Articles and Chapters

"Mules at Sea." *Past & Present* 251 (2021): 3–40.

"Counting Casks: Wine Taxes in Verona." In *Money and Drink in Europe*, edited by Helga Brandt and Paul Oster, 88–110. Brill, 2016.

With Helga Brandt. "The Ledger and the Ladle." *Speculum* 89 (2014): 611–640.
""",
        """
Salt Roads: Venice and Its Mules, 1300–1500 | Roberto Calvini |  | 2018
Mules at Sea | Roberto Calvini | Past & Present | 2021
Counting Casks: Wine Taxes in Verona | Roberto Calvini | Money and Drink in Europe | 2016
The Ledger and the Ladle | Roberto Calvini; Helga Brandt | Speculum | 2014
""",
    ),
    "math page br": (
        "html",
        """<html><body><h1>Yuki Shimada</h1><h3>Preprints</h3><ol reversed>
<li>Torsors over weaves (with D. Klein), <a href="https://arxiv.org/abs/2310.04567">arXiv:2310.04567</a>.</li>
<li>On a question of Hartmann, <a href="https://arxiv.org/abs/2202.01235">arXiv:2202.01235</a>.</li></ol>
<h3>Publications</h3><ol reversed>
<li>D. Klein, Y. Shimada, <i>Braid monodromy of plane looms</i>, Duke Math. J. 170 (2021), no. 4, 701–756.</li>
<li>Y. Shimada, <i>Finite quotients of weave groups</i>, Compos. Math. 155 (2019), 1001–1030.</li></ol></body></html>""",
        """
Torsors over weaves | Yuki Shimada; D. Klein | arXiv | 2023 | preprint
On a question of Hartmann | Yuki Shimada | arXiv | 2022 | preprint
Braid monodromy of plane looms | D. Klein; Y. Shimada | Duke Math. J | 2021
Finite quotients of weave groups | Y. Shimada | Compos. Math | 2019
""",
    ),
    "cv with supervised and service after": (
        "md",
        """# CURRICULUM VITAE

**Oksana Hrynko**

## SELECTED PUBLICATIONS

* Hrynko O., Baker T., Silva M. Detecting drought from tree rings with transformers // Ecological Informatics. 2023. Vol. 75. P. 102–115.
* Baker T., Hrynko O. Roots and rainfall // Plant and Soil. 2021. Vol. 460. P. 1–17.

## SUPERVISED STUDENTS

* T. Baker, M. Silva, *Tree rings* (MSc 2022)

## REVIEWER

* Ecological Informatics, Plant and Soil
""",
        """
Detecting drought from tree rings with transformers | O. Hrynko; T. Baker; M. Silva | Ecological Informatics | 2023
Roots and rainfall | T. Baker; O. Hrynko | Plant and Soil | 2021
""",
    ),
    "plain name colon list": (
        "md",
        """# Femi Adewale

## Papers

**Weaving Trust: Provenance for Textile Supply Chains**. Femi Adewale, Sunniva Berg, Carlos Peña and Yan Zhou. *IEEE TDSC*, 2023. [DOI](https://doi.org/10.1109/TDSC.2023.1234567)

**Small Ledgers, Big Looms**. Sunniva Berg, Femi Adewale. *Financial Cryptography (FC'22)*. [ePrint 2022/123](https://eprint.iacr.org/2022/123)

**SoK: Threads of Trust**. Yan Zhou, Carlos Peña, Femi Adewale. *IEEE S&P 2021*. [Talk](https://y)
""",
        """
Weaving Trust: Provenance for Textile Supply Chains | Femi Adewale; Sunniva Berg; Carlos Peña; Yan Zhou | IEEE TDSC | 2023
Small Ledgers, Big Looms | Sunniva Berg; Femi Adewale | FC | 2022
SoK: Threads of Trust | Yan Zhou; Carlos Peña; Femi Adewale | IEEE S&P | 2021
""",
    ),
    "medical numbered pdf": (
        "txt",
        """HELENA BRANCO, MD, PhD

Bibliography

Original Research Articles

1. Branco H, Tanaka Y, Osei K. Night shifts and gestational diabetes: a cohort
study of 12,000 nurses. Lancet Diabetes Endocrinol. 2022;10(4):245-53.
2. Osei K, Branco H. Screening for prediabetes in primary care. BMJ.
2020;371:m4001. doi: 10.1136/bmj.m4001
3. Tanaka Y, Osei K, Moss P, Branco H, et al. Salt, sleep, and sugar. PLoS Med.
2019;16(2):e1002750.

Page 2

Reviews

4. Branco H. What nurses eat. Nutr Rev. 2018;76:1-9.
""",
        """
Night shifts and gestational diabetes: a cohort study of 12,000 nurses | H. Branco; Y. Tanaka; K. Osei | Lancet Diabetes Endocrinol | 2022
Screening for prediabetes in primary care | K. Osei; H. Branco | BMJ | 2020
Salt, sleep, and sugar | Y. Tanaka; K. Osei; P. Moss; H. Branco | PLoS Med | 2019
What nurses eat | H. Branco | Nutr Rev. ;76 | 2018
""",
    ),
    "two-line dash list": (
        "md",
        """# Leif Aaberg

**Publications**

- *Compiling Knots* – Leif Aaberg, Nora Stahl (PLDI 2023)
- *Types for Tapestries* – Nora Stahl, Leif Aaberg, Ugo Ferro (ICFP 2021, Distinguished Paper)
- *Gradual Looms* – Ugo Ferro, Leif Aaberg (draft, 2024)
""",
        """
Compiling Knots | Leif Aaberg; Nora Stahl | PLDI | 2023
Types for Tapestries | Nora Stahl; Leif Aaberg; Ugo Ferro | ICFP | 2021
Gradual Looms | Ugo Ferro; Leif Aaberg |  | 2024 | draft
""",
    ),
    "wowchemy text paste": (
        "md",
        """# Mira Castellan

## Featured Publications

### [Drift-Aware Caching for Edge Vision](https://ex.org/p1/)

Many cameras drift. We propose a cache that knows.

Mira Castellan, Obi Nnadi, Petra Kovar

*SenSys 2024*

PDF Cite Code Slides

### [Tiny Models, Long Lives](https://ex.org/p2/)

Obi Nnadi, Mira Castellan

*MobiSys 2023*

PDF Cite
""",
        """
Drift-Aware Caching for Edge Vision | Mira Castellan; Obi Nnadi; Petra Kovar | SenSys | 2024
Tiny Models, Long Lives | Obi Nnadi; Mira Castellan | MobiSys | 2023
""",
    ),
}
"""By name: the suffix of the format, the page, its publications as a table."""

NOTHING: dict[str, str] = {
    "news with papers": """# Milo Anders

I am a PhD student at the University of Bergen.

## News

- [2024-05] Our paper "Sparse Recovery under Label Shift" with Sora Ito and Ravi Nair is accepted by ICML 2024!
- **[Feb 2023]** "A Note on 1-bit Sensing" (Sora Ito, Milo Anders) accepted to ISIT 2023 🎉
- 09/2022: One paper accepted by NeurIPS 2022. Thanks to my co-authors Ravi Nair and Per Holm!
""",
    "news without heading": """# Milo Anders

I am a PhD student at the University of Bergen, advised by Prof. Sora Ito and Ravi Nair.

**[2024.05]** 🎉 Sparse Recovery under Label Shift is accepted by ICML 2024. Congrats to Sora Ito, Ravi Nair!

**[2023.02]** 🎉 A Note on 1-bit Sensing is accepted by ISIT 2023, joint work with Sora Ito, Ravi Nair.
""",
    "talks": """# Milo Anders

## Invited Talks

- "Sparse Recovery under Label Shift", Keio University, hosted by Sora Ito and Ravi Nair, May 2024
- A Note on 1-bit Sensing. ISIT 2023, Taipei. With Sora Ito, Ravi Nair.
""",
    "teaching": """# Milo Anders

## Teaching

- Teaching Assistant, Introduction to Algorithms, Fall 2023, with Sora Ito, Ravi Nair
- CS 101: Programming in Python. Instructors: Sora Ito, Ravi Nair, Milo Anders. Spring 2022
""",
    "projects": """# Milo Anders

## Projects

- **Sprout: A Fast Sparse Solver** [ICML'24] with Sora Ito, Ravi Nair. A solver in Rust that is fast. [[code](https://x)]
- **LoomDB** [VLDB'18] A database for looms built by Milo Anders, Sora Ito, and Ravi Nair.
""",
    "patents": """# Milo Anders

## Patents

- Milo Anders, Sora Ito, Ravi Nair. "Method and apparatus for sparse recovery". US Patent 10,123,456, 2021.
- S. Ito, M. Anders. "Sensing with one bit". US Patent App. 16/123,456, filed 2020.
""",
    "reading list": """# Milo Anders

I like looms.

## Reading group

- Grace Hopper, Jean Bartik, Kay McNulty. "Compilers for All". OSDI 1999.
- Jean Bartik, Kay McNulty. "ENIAC Revisited". SOSP 2001.
- Kay McNulty, Betty Holberton. "Sorting Generators". NSDI 2003.
""",
    "references of others, blog": """# How to weave

Looms have been studied widely.

## References

[1] Grace Hopper, Jean Bartik, Kay McNulty. "Compilers for All". OSDI 1999.

[2] Jean Bartik, Kay McNulty. "ENIAC Revisited". SOSP 2001.
""",
    "reviewer": """# Milo Anders

## Service

- Reviewer: ICML 2022–2024, NeurIPS 2023, ICLR 2024, TPAMI
- Program committee: OSDI 2024, SOSP 2023
- Organizer, Workshop on Looms, with Sora Ito, Ravi Nair (NeurIPS 2022)
""",
    "students": """# Milo Anders

## Students

- Sora Ito (PhD 2024). Thesis: Sparse Recovery under Label Shift. Now at Keio University.
- Ravi Nair, Per Holm (MSc, 2023). A Note on 1-bit Sensing.
- Ana Cruz, co-advised with Omar Said, 2022–
""",
    "funding": """# Milo Anders

## Funding

- PI: Milo Anders, Co-PIs: Sora Ito, Ravi Nair. "Sparse Recovery under Label Shift". NSF, 2023–2026, $500,000.
- Milo Anders, Sora Ito. "Sensing with One Bit". Norwegian Research Council, 2020-2023.
""",
    "media": """# Milo Anders

## Media

- "Looms Are Back," by Jane Doe and Rick Roe. The Daily Weave, 2021.
- "A One-Bit Wonder," Science News, by Tim Toe, Sam Soe. 2022.
""",
    "blog posts": """# Milo Anders

## Blog

- 2024-01-02 [How We Wove It: A Post by Milo Anders, Sora Ito](https://x)
- 2023-05-01 [Notes on ICML 2023](https://x), Milo Anders and Sora Ito
""",
    "research interests paragraph": """# Milo Anders

## Research

My research is on sensing, with Sora Ito, Ravi Nair, and Per Holm. In ICML 2024 we showed that sparse recovery works under label shift, and in ISIT 2023 that one bit is enough.

I have also worked on yarn with Ana Cruz, Omar Said, and Ivo Brik (NeurIPS 2022).
""",
    "placeholder template": """# First Last

## Publications

- Firstname Lastname, Co Author, Another Author. Title of Your Paper. Conference Name, Year.
- **Your Name**, Author Two, Author Three. Paper Title Here. Journal Name, 20XX.
""",
    "acknowledgements, links": """# Milo Anders

## Links

- Friends: Sora Ito, Ravi Nair, Per Holm
- Design by Jon Barron, Leonid Keselman, 2020
""",
    "experience with papers": """# Milo Anders

## Experience

**Loom Research**, Research Intern, May 2022 – Aug 2022
- Mentors: Sora Ito, Ravi Nair. Worked on sparse recovery, which led to a paper at ICML 2023.
- Built "A Note System for 1-bit Sensing" with Per Holm, Ana Cruz.
""",
}
"""Pages that name papers and people, but list no publications of their owner."""
