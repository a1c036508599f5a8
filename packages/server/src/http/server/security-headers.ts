const EVERYWHERE: Readonly<Record<string, string>> = {
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

// RFC 6797; other names below this one are not ours to speak for.
const HTTPS_ALONE = { 'Strict-Transport-Security': 'max-age=31536000' };

/** On every answer of the interfaces: nothing here is a page, and nothing may be kept by anyone in between. */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return isHttps ? { ...EVERYWHERE, ...HTTPS_ALONE } : EVERYWHERE;
}
