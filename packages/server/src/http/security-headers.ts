/** On every answer of the interfaces: nothing here is a page, and nothing may be kept by anyone in between. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
