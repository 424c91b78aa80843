"""How invented people write where they studied and worked: a text in each style, and what it says."""

from typing import NamedTuple


class Stated(NamedTuple):
    """A degree or a position: section, organisation, degree or role, start, end."""

    section: str
    organization: str
    what: str
    start: str | None
    end: str | None


def degree(institution: str, name: str, start: str | None, end: str | None) -> Stated:
    return Stated("education", institution, name, start, end)


def position(organization: str, role: str, start: str | None, end: str | None) -> Stated:
    return Stated("positions", organization, role, start, end)


LAYOUTS: dict[str, tuple[str, list[Stated]]] = {
    "moderncv rows": (
        """# Mary Ellis
## Education
| | |
|---|---|
| 2015–2019 | **Ph.D. in Computer Science**, *University of Northfield*, Northfield, UK. |
| 2012–2015 | **B.Sc. Mathematics**, *Eastmoor College*, Eastmoor, UK. |

## Experience
| | |
|---|---|
| 2019–present | **Lecturer**, *Westbrook University*, Westbrook, UK. |
| Summer 2017 | **Research Intern**, *Lyra Systems*, Zürich, Switzerland. |
""",
        [
            degree("University of Northfield", "Ph.D.", "2015", "2019"),
            degree("Eastmoor College", "B.Sc.", "2012", "2015"),
            position("Westbrook University", "Lecturer", "2019", "present"),
            position("Lyra Systems", "Research Intern", "2017-22", "2017-22"),
        ],
    ),
    "jake": (
        """## Education
**University of Northfield**\tNorthfield, TX
*Ph.D. in Computer Science*\tAug. 2015 – May 2021

**Eastmoor College**\tEastmoor, MA
*Bachelor of Arts in Physics, Minor in Music*\tAug. 2011 – May 2015

## Experience
**Research Scientist**\tJune 2021 – Present
*Lyra Machines*\tAustin, TX
- Developed a compiler for looms
- Explored ways to weave flowers

**Software Engineer Intern**\tMay 2019 – Aug 2019
*Tabulating Co.*\tPlano, TX
- Built a card reader in C++
""",
        [
            degree("University of Northfield", "Ph.D.", "2015-08", "2021-05"),
            degree("Eastmoor College", "Bachelor of Arts", "2011-08", "2015-05"),
            position("Lyra Machines", "Research Scientist", "2021-06", "present"),
            position("Tabulating Co.", "Software Engineer Intern", "2019-05", "2019-08"),
        ],
    ),
    "table with head": (
        """## Education
| Year | Degree | Institution |
|---|---|---|
| 2015-2019 | PhD in Physics | University of Northfield |
| 2011-2015 | BSc in Physics | Eastmoor College |

## Employment
| Period | Position | Employer | Location |
|---|---|---|---|
| 2019-09 – 2021-08 | Postdoctoral Researcher | Institute of Looms | Lyon, France |
| 2021-09 – | Assistant Professor | Westbrook University | Westbrook, USA |
""",
        [
            degree("University of Northfield", "PhD", "2015", "2019"),
            degree("Eastmoor College", "BSc", "2011", "2015"),
            position("Institute of Looms", "Postdoctoral Researcher", "2019-09", "2021-08"),
            position("Westbrook University", "Assistant Professor", "2021-09", "present"),
        ],
    ),
    "German": (
        """## Ausbildung
10/2012 – 09/2015 Bachelor of Science Informatik, Technische Universität Nordfeld
10/2015 – 03/2018 Master of Science Informatik, Technische Universität Nordfeld, Note: 1,3

## Berufserfahrung
04/2018 – 03/2022 Wissenschaftlicher Mitarbeiter, Lehrstuhl für Webstühle, Universität Ostmoor
seit 04/2022 Softwareentwickler, Lochkarten GmbH, Berlin
""",
        [
            degree("Technische Universität Nordfeld", "Bachelor of Science", "2012-10", "2015-09"),
            degree("Technische Universität Nordfeld", "Master of Science", "2015-10", "2018-03"),
            position("Universität Ostmoor", "Wissenschaftlicher Mitarbeiter", "2018-04", "2022-03"),
            position("Lochkarten GmbH", "Softwareentwickler", "2022-04", "present"),
        ],
    ),
    "headings": (
        """## Work Experience
### Senior Research Engineer
#### Lyra Machines, Boston, MA
*January 2020 - Present*

I lead the work on looms and flowers.

### Research Engineer
#### Tabulating Inc., New York, NY
*June 2016 - December 2019*

- Built things.
""",
        [
            position("Lyra Machines", "Senior Research Engineer", "2020-01", "present"),
            position("Tabulating Inc.", "Research Engineer", "2016-06", "2019-12"),
        ],
    ),
    "at bullets": (
        """## Experience
- Research Intern @ Lyra (Summer 2019)
- Software Engineer at Tabulating, 2016 - 2018
- Visiting student at the University of Northfield (Mar 2015 – Jun 2015), hosted by Prof. Grace Lovell
""",
        [
            position("Lyra", "Research Intern", "2019-22", "2019-22"),
            position("Tabulating", "Software Engineer", "2016", "2018"),
            position("University of Northfield", "Visiting student", "2015-03", "2015-06"),
        ],
    ),
    "roles below employer": (
        """## Experience
### Lyra Machines — Boston, MA
**Staff Engineer** (2021 – Present)
- Leads the loom team

**Senior Engineer** (2018 – 2021)
- Built the flower weaver

### Westbrook University
**Research Assistant** (2015 – 2018)
- Studied looms
""",
        [
            position("Lyra Machines", "Staff Engineer", "2021", "present"),
            position("Lyra Machines", "Senior Engineer", "2018", "2021"),
            position("Westbrook University", "Research Assistant", "2015", "2018"),
        ],
    ),
    "items below employer": (
        """## Experience
- **Tabulating Company**
  - Engineer, 2018 – 2020
  - Engineering Intern, Summer 2017
- **Westbrook University**
  - Research Assistant, 2014 – 2017
""",
        [
            position("Tabulating Company", "Engineer", "2018", "2020"),
            position("Tabulating Company", "Engineering Intern", "2017-22", "2017-22"),
            position("Westbrook University", "Research Assistant", "2014", "2017"),
        ],
    ),
    "date first lines": (
        """## Education

2015 – 2019

University of Northfield, Northfield, UK

Ph.D. in Computer Science

2011 – 2015

Eastmoor College, Eastmoor, UK

B.Sc. in Mathematics

## Employment

2019 – present

Lecturer

Westbrook University
""",
        [
            degree("University of Northfield", "Ph.D.", "2015", "2019"),
            degree("Eastmoor College", "B.Sc.", "2011", "2015"),
            position("Westbrook University", "Lecturer", "2019", "present"),
        ],
    ),
    "pipes": (
        """## Experience
**Westbrook University** | Postdoctoral Fellow | Sep 2020 – Aug 2022 | Westbrook, UK

Worked on looms.

**Lyra Machines** | Machine Learning Engineer | Sep 2022 – present | Remote

Works on flowers.
""",
        [
            position("Westbrook University", "Postdoctoral Fellow", "2020-09", "2022-08"),
            position("Lyra Machines", "Machine Learning Engineer", "2022-09", "present"),
        ],
    ),
    "europass": (
        """## Work experience
Dates: 2019 – 2022

Occupation or position held: Research fellow

Name and address of employer: University of Northfield, Northfield

Dates: 2016 – 2019

Occupation or position held: Programmer

Name and address of employer: Lyra Machines, Zürich

## Education and training
Dates: 2012 – 2016

Title of qualification awarded: Bachelor of Science

Name and type of organisation: Eastmoor College
""",
        [
            position("University of Northfield", "Research fellow", "2019", "2022"),
            position("Lyra Machines", "Programmer", "2016", "2019"),
            degree("Eastmoor College", "Bachelor of Science", "2012", "2016"),
        ],
    ),
    "html divs": (
        """<h2>Education</h2>
<div class="entry">
<div class="date">2016 - 2021</div>
<div><b>University of Northfield</b>, Northfield</div>
<div>PhD, Computer Science</div><div>Thesis: <i>Looms</i></div></div>
<div class="entry">
<div class="date">2012 - 2016</div>
<div><b>Eastmoor College</b>, Eastmoor</div><div>BA, Mathematics</div></div>
<h2>Employment</h2>
<ul><li><strong>Research Scientist</strong>, Lyra Machines, 2021 - present</li>
<li><strong>Research Intern</strong>, Tabulating Ltd, 2019</li>
</ul>
""",
        [
            degree("University of Northfield", "PhD", "2016", "2021"),
            degree("Eastmoor College", "BA", "2012", "2016"),
            position("Lyra Machines", "Research Scientist", "2021", "present"),
            position("Tabulating Ltd", "Research Intern", "2019", "2019"),
        ],
    ),
    "dl": (
        """<h2>Education</h2><dl>
<dt>2016 - 2021</dt><dd>PhD in Computer Science, University of Northfield</dd>
<dt>2012 - 2016</dt><dd>BSc in Mathematics, Eastmoor College</dd>
</dl>
<h2>Positions</h2><dl>
<dt>2021 - present</dt><dd>Research Scientist, Lyra Machines</dd>
<dt>2019</dt><dd>Intern, Tabulating Ltd</dd>
</dl>
""",
        [
            degree("University of Northfield", "PhD", "2016", "2021"),
            degree("Eastmoor College", "BSc", "2012", "2016"),
            position("Lyra Machines", "Research Scientist", "2021", "present"),
            position("Tabulating Ltd", "Intern", "2019", "2019"),
        ],
    ),
    "torn dates after": (
        """## Education

University of Northfield

PhD in Computer Science

Eastmoor College

BSc in Mathematics

2016 - 2021

2012 - 2016
""",
        [
            degree("University of Northfield", "PhD", "2016", "2021"),
            degree("Eastmoor College", "BSc", "2012", "2016"),
        ],
    ),
    "torn dates before": (
        """## Experience

2021 - present

2019 - 2021

Research Scientist, Lyra Machines

Postdoc, Westbrook University
""",
        [
            position("Lyra Machines", "Research Scientist", "2021", "present"),
            position("Westbrook University", "Postdoc", "2019", "2021"),
        ],
    ),
    "numbered": (
        """## Education
1. Ph.D. (Computer Science), University of Northfield, 2021. Advisor: Grace Lovell
2. M.Sc. (Mathematics), Eastmoor College, 2016.
3. B.Sc. (Mathematics), Eastmoor College, 2014.
""",
        [
            degree("University of Northfield", "Ph.D.", None, "2021"),
            degree("Eastmoor College", "M.Sc.", None, "2016"),
            degree("Eastmoor College", "B.Sc.", None, "2014"),
        ],
    ),
    "French": (
        """## Formation
- 2016 – 2019 : Doctorat en informatique, Université de Champ-Nord, sous la direction de Grace Lovell
- 2014 – 2016 : Master en informatique, Université de Champ-Nord
## Expérience
- 2019 – 2021 : Chercheur postdoctoral, Institut des Métiers, Lyon
- depuis 2021 : Ingénieur de recherche, Métiers SA, Paris
""",
        [
            degree("Université de Champ-Nord", "Doctorat", "2016", "2019"),
            degree("Université de Champ-Nord", "Master", "2014", "2016"),
            position("Institut des Métiers", "Chercheur postdoctoral", "2019", "2021"),
            position("Métiers SA", "Ingénieur de recherche", "2021", "present"),
        ],
    ),
    "Chinese": (
        """## Education
- 2018年9月 - 2022年6月  北方大学  计算机科学  博士
- 2014.09 - 2018.06  东方学院  数学  学士
""",
        [
            degree("北方大学", "博士", "2018-09", "2022-06"),
            degree("东方学院", "学士", "2014-09", "2018-06"),
        ],
    ),
    "degree bold": (
        """## Education
**PhD in Electrical Engineering**, 2015 – 2020<br>
University of Northfield, USA<br>
Advisor: Prof. Grace Lovell<br>
Thesis: *Flowers and Looms*

**BEng in Electronic Engineering (First Class Honours)**, 2011 – 2015<br>
Eastmoor College, UK
""",
        [
            degree("University of Northfield", "PhD", "2015", "2020"),
            degree("Eastmoor College", "BEng", "2011", "2015"),
        ],
    ),
    "parenthesised dates": (
        """## Appointments
- Professor, Department of Computing, University of Northfield (2020–present)
- Associate Professor, Department of Computing, University of Northfield (2015–2020)
- Assistant Professor, School of Informatics, Westbrook University (2010–2015)
""",
        [
            position("University of Northfield", "Professor", "2020", "present"),
            position("University of Northfield", "Associate Professor", "2015", "2020"),
            position("Westbrook University", "Assistant Professor", "2010", "2015"),
        ],
    ),
    "unknown companies": (
        """## Experience
**Acme**, Boston, MA  *Jun 2019 – Aug 2019*
Data Science Intern
- Did things with data.

**Globex**, Springfield, IL  *Jun 2018 – Aug 2018*
Software Engineering Intern
- Built a web page.
""",
        [
            position("Acme", "Data Science Intern", "2019-06", "2019-08"),
            position("Globex", "Software Engineering Intern", "2018-06", "2018-08"),
        ],
    ),
    "role bold then company line": (
        """## Industry Experience
**Data Science Intern**, *Summer 2019*<br>
Acme, Boston MA<br>
Worked with Dr. Grace Lovell on forecasts.

**Software Engineering Intern**, *Summer 2018*<br>
Globex<br>
Built a web page.
""",
        [
            position("Acme", "Data Science Intern", "2019-22", "2019-22"),
            position("Globex", "Software Engineering Intern", "2018-22", "2018-22"),
        ],
    ),
    "colon dates end": (
        """## Education
University of Northfield, Ph.D. in Computer Science, Sept 2016 - May 2021 (expected)
Eastmoor College, B.S. in Mathematics and Physics (double major), GPA 3.9/4.0, Sept 2012 - May 2016
""",
        [
            degree("University of Northfield", "Ph.D.", "2016-09", "2021-05"),
            degree("Eastmoor College", "B.S.", "2012-09", "2016-05"),
        ],
    ),
    "two degrees one school": (
        """## Education
**University of Northfield**, Northfield, CA
- Ph.D. in Computer Science, 2016 – 2021
- M.S. in Computer Science, 2014 – 2016

**Eastmoor College**
- B.A. in Physics, *magna cum laude*, 2010 – 2014
""",
        [
            degree("University of Northfield", "Ph.D.", "2016", "2021"),
            degree("University of Northfield", "M.S.", "2014", "2016"),
            degree("Eastmoor College", "B.A.", "2010", "2014"),
        ],
    ),
    "en-dash role org": (
        """## Experience
Research Assistant – University of Northfield – 2016-2021
Teaching Fellow – Eastmoor College – 2014-2016
""",
        [
            position("University of Northfield", "Research Assistant", "2016", "2021"),
            position("Eastmoor College", "Teaching Fellow", "2014", "2016"),
        ],
    ),
    "year single list": (
        """## Education
* 2021 PhD, Computer Science, University of Northfield
* 2016 BA, Mathematics, University of California, Berkeley
""",
        [
            degree("University of Northfield", "PhD", None, "2021"),
            degree("University of California, Berkeley", "BA", None, "2016"),
        ],
    ),
    "moderncv plain pdf": (
        """## Education

2016–2021 PhD in Computer Science, University of Northfield, Northfield.
Thesis title: Flowers and Looms

2012–2016 BSc in Mathematics, Eastmoor College, Eastmoor, 1st Class Honours.

## Experience

2021–Present Research Scientist, Lyra Machines, Zürich.
Detailed achievements:
- Built looms
- Wove flowers

2019 Research Intern, Tabulating Inc., New York.
""",
        [
            degree("University of Northfield", "PhD", "2016", "2021"),
            degree("Eastmoor College", "BSc", "2012", "2016"),
            position("Lyra Machines", "Research Scientist", "2021", "present"),
            position("Tabulating Inc.", "Research Intern", "2019", "2019"),
        ],
    ),
    "degree first with comma date": (
        """## Education
* Ph.D. in Computer Science, University of Northfield, Northfield, CA, Sep. 2016 – Jun. 2021
  * Dissertation: "Looms and Flowers"
  * Advisors: Grace Lovell and Mary Ellis
  * Committee: Jane Noor, Tom Reed
* B.S. in Computer Science and Mathematics, Eastmoor College, Eastmoor, NY, Sep. 2012 – Jun. 2016
  * GPA: 3.95/4.00
""",
        [
            degree("University of Northfield", "Ph.D.", "2016-09", "2021-06"),
            degree("Eastmoor College", "B.S.", "2012-09", "2016-06"),
        ],
    ),
    "org comma role bold": (
        """## Professional Experience
**Lyra Machines, Inc.**, Senior Scientist, Mountain View, CA, 2021–present

**Westbrook University**, Postdoctoral Associate, Westbrook, MA, 2019–2021

**Tabulating Research Lab**, Intern, Bristol, UK, Summer 2018
""",
        [
            position("Lyra Machines, Inc.", "Senior Scientist", "2021", "present"),
            position("Westbrook University", "Postdoctoral Associate", "2019", "2021"),
            position("Tabulating Research Lab", "Intern", "2018-22", "2018-22"),
        ],
    ),
    "role at org newline date place": (
        """## Experience

Research Intern at Lyra Machines

May 2020 - Aug 2020, Seattle, WA

Mentored by Grace Lovell. Worked on looms.

Software Engineer at Tabulating

Jul 2017 - Jul 2018, Austin, TX

Implemented a card reader.
""",
        [
            position("Lyra Machines", "Research Intern", "2020-05", "2020-08"),
            position("Tabulating", "Software Engineer", "2017-07", "2018-07"),
        ],
    ),
    "academic appointments ranges": (
        """## Academic Appointments

**University of Northfield**, Department of Computing

Associate Professor with tenure, 2019–present

Assistant Professor, 2013–2019

**Westbrook University**

Postdoctoral Scholar, 2011–2013
""",
        [
            position("University of Northfield", "Associate Professor with tenure", "2019", "present"),
            position("University of Northfield", "Assistant Professor", "2013", "2019"),
            position("Westbrook University", "Postdoctoral Scholar", "2011", "2013"),
        ],
    ),
    "dates right tab": (
        """## Education
University of Northfield, Northfield\tSep 2016 – Jun 2021
Ph.D., Computer Science; GPA 4.0
Eastmoor College, Eastmoor\tSep 2012 – Jun 2016
B.A., Mathematics
""",
        [
            degree("University of Northfield", "Ph.D.", "2016-09", "2021-06"),
            degree("Eastmoor College", "B.A.", "2012-09", "2016-06"),
        ],
    ),
    "bracket dates lead": (
        """## Experience
- [2021.06 - Now] **Lyra Machines**, Research Scientist. Working on looms.
- [2019.03 - 2021.05] **Westbrook University**, Research Assistant, advised by Prof. Grace Lovell.
""",
        [
            position("Lyra Machines", "Research Scientist", "2021-06", "present"),
            position("Westbrook University", "Research Assistant", "2019-03", "2021-05"),
        ],
    ),
    "china bilingual": (
        """## 🎓 Education
- **University of Northfield** *(2021.09 - Present)*
  Ph.D. student in Computer Science, advised by Prof. Grace Lovell
- **Eastmoor University** *(2017.09 - 2021.06)*
  B.Eng. in Software Engineering, GPA: 3.9/4.0, Rank: 1/120
## 💼 Internships
- **Lyra AI Lab**, *2023.05 - 2023.09*
  Research Intern, mentored by Dr. Tom Reed
- **Tabulating** *2022.05 - 2022.09*
  Algorithm Engineer Intern
""",
        [
            degree("University of Northfield", "Ph.D.", "2021-09", "present"),
            degree("Eastmoor University", "B.Eng.", "2017-09", "2021-06"),
            position("Lyra AI Lab", "Research Intern", "2023-05", "2023-09"),
            position("Tabulating", "Algorithm Engineer Intern", "2022-05", "2022-09"),
        ],
    ),
    "internships without role": (
        """## Internships
- Lyra Machines, Summer 2021
- Tabulating Research, Summer 2020
""",
        [
            position("Lyra Machines", "Internship", "2021-22", "2021-22"),
            position("Tabulating Research", "Internship", "2020-22", "2020-22"),
        ],
    ),
    "html table": (
        """<h2>Education</h2><table>
<tr><td>Sep 2016 - Jun 2021</td>
<td><b>University of Northfield</b><br>Ph.D. in Computer Science<br>Advisor: Grace Lovell</td>
</tr>
<tr><td>Sep 2012 - Jun 2016</td>
<td><b>Eastmoor College</b><br>B.Sc. in Physics</td>
</tr>
</table>
<h2>Work Experience</h2><table>
<tr><td><img src="x.png"></td>
<td><p><b>Research Intern</b>, Lyra Machines<br>
<i>May 2020 - Aug 2020</i><br>Mentor: Tom Reed</p></td>
</tr>
<tr><td></td>
<td><p><b>Software Engineer</b>, Tabulating Inc.<br>
<i>Jun 2015 - Aug 2016</i></p></td>
</tr>
</table>
""",
        [
            degree("University of Northfield", "Ph.D.", "2016-09", "2021-06"),
            degree("Eastmoor College", "B.Sc.", "2012-09", "2016-06"),
            position("Lyra Machines", "Research Intern", "2020-05", "2020-08"),
            position("Tabulating Inc.", "Software Engineer", "2015-06", "2016-08"),
        ],
    ),
    "Spanish": (
        """## Formación académica
- Doctorado en Informática, Universidad de Campo Norte, 2015 – 2019
- Ingeniería Informática, Universidad de Este, 2010 – 2015
## Experiencia profesional
- 2019 – actualidad: Profesor ayudante doctor, Universidad de Campo Norte
- 2018: Investigador visitante, Instituto de Telares, Madrid
""",
        [
            degree("Universidad de Campo Norte", "Doctorado", "2015", "2019"),
            degree("Universidad de Este", "Ingeniería", "2010", "2015"),
            position("Universidad de Campo Norte", "Profesor ayudante doctor", "2019", "present"),
            position("Instituto de Telares", "Investigador visitante", "2018", "2018"),
        ],
    ),
    "US resume heading pairs": (
        """## EXPERIENCE

### Lyra Machines, Senior Software Engineer
Seattle, WA | January 2020 – Present

- Leads work on looms.

### Tabulating Inc., Software Engineer
Austin, TX | June 2017 – December 2019

- Built readers.
""",
        [
            position("Lyra Machines", "Senior Software Engineer", "2020-01", "present"),
            position("Tabulating Inc.", "Software Engineer", "2017-06", "2019-12"),
        ],
    ),
    "italic org in list": (
        """## Employment
- *Principal Researcher*, Lyra Research, Cambridge, UK, October 2018 – Present
- *Lecturer* (Assistant Professor), School of Informatics, University of Northfield, January 2014 – September 2018
- *Research Fellow*, University of Northfield, 2012 – 2013. With Grace Lovell.
""",
        [
            position("Lyra Research", "Principal Researcher", "2018-10", "present"),
            position("University of Northfield", "Lecturer", "2014-01", "2018-09"),
            position("University of Northfield", "Research Fellow", "2012", "2013"),
        ],
    ),
    "degree, place year": (
        """## Education
**Ph.D.**, Computer Science, University of Northfield, 2004. Advisor: Grace Lovell.
**M.S.**, Computer Science, University of Northfield, 2001.
**B.Tech.**, Computer Science and Engineering, Indian Institute of Technology, Bombay, 1999.
""",
        [
            degree("University of Northfield", "Ph.D.", None, "2004"),
            degree("University of Northfield", "M.S.", None, "2001"),
            degree("Indian Institute of Technology, Bombay", "B.Tech.", None, "1999"),
        ],
    ),
    "nested experience categories": (
        """## Experience
### Academic
- Research Assistant, University of Northfield, 2018-2021
### Industry
- Software Engineer, Lyra Machines, 2021-present
""",
        [
            position("University of Northfield", "Research Assistant", "2018", "2021"),
            position("Lyra Machines", "Software Engineer", "2021", "present"),
        ],
    ),
    "org and dates then role list": (
        """## Employment History

Lyra Machines (2019–present)

Director of Research

Tabulating Corporation (2010–2019)

Research Staff Member
""",
        [
            position("Lyra Machines", "Director of Research", "2019", "present"),
            position("Tabulating Corporation", "Research Staff Member", "2010", "2019"),
        ],
    ),
    "one line semis": (
        """## Education
PhD, University of Northfield, 2010-2014; MSc, Eastmoor College, 2008-2010
""",
        [
            degree("University of Northfield", "PhD", "2010", "2014"),
            degree("Eastmoor College", "MSc", "2008", "2010"),
        ],
    ),
    "definition style": (
        """## Education
2016-2021
:   **PhD, Computer Science**; University of Northfield (Northfield)

    *Thesis title: Looms*

2012-2016
:   **BSc, Mathematics**; Eastmoor College (Eastmoor)

## Experience
**Lyra Machines:**

* Engineer, 2021-present
""",
        [
            degree("University of Northfield", "PhD", "2016", "2021"),
            degree("Eastmoor College", "BSc", "2012", "2016"),
            position("Lyra Machines", "Engineer", "2021", "present"),
        ],
    ),
    "visiting in education": (
        """## Education
- **Visiting Student**, University of Northfield, Jan 2020 – Jul 2020
- **Ph.D. in Physics**, Eastmoor University, 2017 – 2022
- **Summer School on Looms**, Westbrook Institute, Summer 2016
""",
        [
            position("University of Northfield", "Visiting Student", "2020-01", "2020-07"),
            degree("Eastmoor University", "Ph.D.", "2017", "2022"),
            degree("Westbrook Institute", "Summer School on Looms", "2016-22", "2016-22"),
        ],
    ),
    "columns swapped": (
        """## Experience

**Lyra Machines** — *Research Scientist*
Jan 2021 – Present · Full-time · Boston, MA

**Tabulating Inc.** — *Research Intern*
May 2019 – Aug 2019 · Internship · Remote
""",
        [
            position("Lyra Machines", "Research Scientist", "2021-01", "present"),
            position("Tabulating Inc.", "Research Intern", "2019-05", "2019-08"),
        ],
    ),
    "linkedin like": (
        """## Experience

Research Scientist

Lyra Machines · Full-time

Jan 2021 - Present · 3 yrs 2 mos

Boston, Massachusetts

Research Intern

Tabulating · Internship

May 2019 - Aug 2019 · 4 mos

Austin, Texas, United States
""",
        [
            position("Lyra Machines", "Research Scientist", "2021-01", "present"),
            position("Tabulating", "Research Intern", "2019-05", "2019-08"),
        ],
    ),
    "linkedin education": (
        """## Education

University of Northfield

Doctor of Philosophy - PhD, Computer Science

2016 - 2021

Eastmoor College

Bachelor of Science - BS, Mathematics

2012 - 2016
""",
        [
            degree("University of Northfield", "Doctor of Philosophy", "2016", "2021"),
            degree("Eastmoor College", "Bachelor of Science", "2012", "2016"),
        ],
    ),
}
