const TAGS = ['script', 'img', 'svg', 'iframe', 'object', 'style', 'link', 'meta', 'base', 'form', 'video', 'math'];
const EVENTS = ['onload', 'onerror', 'onfocus', 'onmouseover', 'onanimationstart', 'ontoggle'];
const ELSEWHERE = 'https://elsewhere.example/x';

/** Texts that no name may be, and that a device may have for one. */
export const TURNING_TEXTS: readonly string[] = [
  '\u202Eevil\u202C',
  '\u2028line\u2029',
  '\t\ttabs',
  'new\nline',
  '\u0007bell',
];

/** 150 names that mean something to somebody who does not look: markup, addresses, templates, directions. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...TAGS.flatMap((tag) => [
    `<${tag} src=${ELSEWHERE} href=${ELSEWHERE}>`,
    `"><${tag} src=x onerror=alert(1)>`,
    `</title></textarea><${tag}>alert(1)</${tag}>`,
    `&lt;${tag}&gt; <!--<${tag}-->`,
  ]),
  ...EVENTS.flatMap((event) => [
    `<svg ${event}=alert(1)>`,
    `" ${event}="alert(1)" x="`,
    `' autofocus ${event}='alert(1)`,
    `<details open ${event}=fetch("${ELSEWHERE}")>`,
  ]),
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  ELSEWHERE,
  '//elsewhere.example',
  'vbscript:x',
  '${alert(1)}',
  '{{constructor.constructor("alert(1)")()}}',
  '<%= 1 %>',
  '#{1}',
  '[[x]](javascript:alert(1))',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'undefined',
  'null',
  'NaN',
  'true',
  '0',
  '-1',
  '[object Object]',
  '=1+1',
  '=HYPERLINK("https://elsewhere.example")',
  '+cmd|x',
  '@SUM(1)',
  "'; DROP TABLE site; --",
  '" OR 1=1 --',
  '../../etc/passwd',
  '&#x202E;evil',
  'a\u200Bb',
  'e\u0301\u0302\u0303\u0304',
  '\u{1F469}\u200D\u{1F4BB}',
  'مرحبا',
  '漢字の現場',
  'Ω≈ç√',
  'שלום',
  '%00%0A',
  '\\u202Eevil',
  '\u00A0 \u2003wide',
  ...Array.from({ length: 39 }, (_, index) => `<b>${'x'.repeat(index * 3)}</b>&amp;<i id=n${index}>"'\`\\`),
];
