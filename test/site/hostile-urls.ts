// URLs that must lead nowhere but to www.example.org, the one host on the list (service.md, hosted pages rule 1; reliability R-A11).

const GOOD = 'www.example.org';
const EVIL = 'evil.example';

const schemes = ['http', 'ftp', 'javascript', 'data', 'vbscript', 'file', 'blob', 'ws', 'wss', 'mailto', 'tel', 'view-source', 'intent', 'HTTP', 'jAvAsCrIpT'].map((scheme) => `${scheme}://${GOOD}/`);

const scripts = [
  'javascript:alert(1)',
  `javascript:alert(1)//https://${GOOD}/`,
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  `blob:https://${GOOD}/x`,
];

const relative = ['/', '/offers', '//', `//${EVIL}`, `//${GOOD}`, `///${EVIL}`, `////${EVIL}`, '\\', `\\\\${EVIL}`, `/\\${EVIL}`, `\\/${EVIL}`, '.', '..', '?x', '#x', '', ' ', EVIL, GOOD, `${GOOD}/path`, `https:`, 'https:/', 'https://', 'https:///', `https:${GOOD}`, `https:/${GOOD}`, `https:${EVIL}`, `https:/${EVIL}`, `https:\\\\${EVIL}`, `https:\\\\${GOOD}`];

const hosts = [
  EVIL,
  `evil-${GOOD}`,
  `evil${GOOD}`,
  `${GOOD}.${EVIL}`,
  `${GOOD}.`,
  `${GOOD}..`,
  `.${GOOD}`,
  'example.org',
  'www2.example.org',
  'wwwxexample.org',
  'www.example.org.evil.example',
  'www-example.org',
  'www.example.orgs',
  'www.example.or',
  'www.exаmple.org',
  'www.example.org%2eevil.example',
  'www.example.org%00.evil.example',
  'www.example.org%09evil.example',
  'www.example.org%20',
  'www.example.org%2f@evil.example',
  'www.example.org;evil.example',
  'www.example.org,evil.example',
  'www.example.org&evil.example',
  'www.example.org!evil.example',
  'localhost',
  '127.0.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '169.254.169.254',
  'shop.example.org',
  'shop.example.org:443',
  'shop.example.org:8444',
  'xn--evil.example',
  'bücher.evil.example',
].map((host) => `https://${host}/`);

const ports = ['80', '8080', '8443', '0', '65536', '99999', '-1', '4 43', 'x', '443x', '٤٤٣'].map((port) => `https://${GOOD}:${port}/`);

const userInfo = ['user@', 'user:password@', '@', ':@', ':password@', `${EVIL}@`, '%40@', 'user%40@'].flatMap((user) => [`https://${user}${GOOD}/`, `https://${GOOD}${user.endsWith('@') ? user : ''}${EVIL}/`]);

const characters = ['\t', '\n', '\r', '\r\n', '\0', '\u000b', '\u00a0', '\u2028', '\u2029', '\u3000', '\ufeff', ' ', '\\', '\u007f', '\u0085'].flatMap((character) => [
  `https://${GOOD}${character}.${EVIL}/`,
  `https://${EVIL}${character}${GOOD}/`,
  `https:${character}//${EVIL}/`,
  `https://${character}${EVIL}/`,
]);

const separators = [
  `https://${EVIL}#${GOOD}`,
  `https://${EVIL}?${GOOD}`,
  `https://${EVIL}/${GOOD}`,
  `https://${EVIL}\\@${GOOD}/`,
  `https://${GOOD}\\.${EVIL}/`,
  `https://${GOOD}\\@${EVIL}/`,
  `https://${EVIL}:443#@${GOOD}/`,
  `https://${EVIL}:443?@${GOOD}/`,
  `https://${EVIL}\u2044${GOOD}/`,
  `https://${EVIL}\uff0f${GOOD}/`,
  `https://${GOOD}\uff0e${EVIL}/`,
  `https://${EVIL}\uff03@${GOOD}/`,
  `https://${EVIL}\uff20${GOOD}/`,
  `http://${GOOD}/`,
  `http://localhost.${EVIL}/`,
  `http://127.0.0.1.${EVIL}/`,
  `https://${GOOD}/${'x'.repeat(2048)}`,
  `https://${'x'.repeat(3000)}.example/`,
  `https://[${GOOD}]/`,
  `https://${GOOD}]/`,
  `https://%77%77%77.${EVIL}/`,
  `https://${encodeURIComponent(`${GOOD}/`)}${EVIL}/`,
  `["https://${GOOD}/"]`,
  `<a href="https://${GOOD}/">`,
  'null',
  'undefined',
  '[object Object]',
];

/** Each way to write the other host, in each place of a URL where a second reader might look for one. */
const otherHosts = [EVIL, EVIL.toUpperCase(), `www.${EVIL}`, `${GOOD}.${EVIL}`, '203.0.113.9', '3405803785', '0xcb007109', '[2001:db8::9]', 'xn--www-example-org.example', 'evil。example', 'ⓔvil.example', `${EVIL}:443`];
const places = otherHosts.flatMap((host) => [
  `https://${host}`,
  `https://${host}/?continue_url=https://${GOOD}/`,
  `https://${host}/https://${GOOD}/`,
  `https://${GOOD}@${host}/`,
  `https://${GOOD}:443@${host}/`,
  `https://${GOOD}%2f@${host}/`,
  `https://${GOOD}:${GOOD}@${host}/`,
  `https:\\\\${host}/${GOOD}`,
  `https://${host}\\${GOOD}/`,
  `https:///${host}/`,
  `//${host}/${GOOD}`,
  `\\/\\/${host}/`,
]);

/** Hosts that look like the listed one to a reader, or to a parser that unescapes, folds or cuts. */
const lookalikes = ['www.examp1e.org', 'www.exarnple.org', 'wwww.example.org', 'www.example.org.', 'www.example.org%23.evil.example', 'www.example.org%3f.evil.example', 'www.example.org%5c.evil.example', 'www.example.org%40evil.example', 'www.ехample.org', 'www.examplе.org', 'www.example.οrg', 'www.examplé.org', 'www.exampleorg', 'www..example.org', 'www.example..org', 'www_example.org', 'www.example.org_', 'xn--www-example-org', 'www.example.co', 'www.example.org.uk', 'sub.www.example.org', 'shop.example.org.evil.example:8443', 'shop.example.org:08444', 'xn--bcher-kva.example.evil.example', 'bucher.example', 'bu\u0308chers.example'].flatMap((host) => [
  `https://${host}/`,
  `https://${host}?${GOOD}`,
]);

export const HOSTILE_URLS: readonly string[] = [
  ...new Set([...schemes, ...scripts, ...relative, ...hosts, ...ports, ...userInfo, ...characters, ...separators, ...places, ...lookalikes]),
];
