/** A SHA-256 thumbprint in base64url; one in 64 begins like an option. */
const THUMBPRINT = /^-[\w-]{42}$/;

/** The arguments with such thumbprints at their end, where they are taken as they are. */
export function withoutDashes(argv: readonly string[]): readonly string[] {
  const thumbprints = argv.filter((text) => THUMBPRINT.test(text));
  if (thumbprints.length === 0 || argv.includes('--')) return argv;
  return [...argv.filter((text) => !THUMBPRINT.test(text)), '--', ...thumbprints];
}
