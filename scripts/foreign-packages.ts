const OURS = String.raw`(?:@setpoint\/[\w-]+|setpoint)`;
// A name ends here; a file of that name goes on.
const END = String.raw`(?![\w./-]|\[[^\]]*\][\w./])`;
const FLAGS = String.raw`(?: +-{1,2}[\w-]+)*`;
const TAKES = [
  String.raw`npx${FLAGS} +${OURS}${END}`,
  String.raw`(?:npm|pnpm|yarn|bun)(?: +global)?${FLAGS} +(?:install|i|add|x|dlx|exec|create)${FLAGS} +${OURS}${END}`,
  String.raw`(?:uvx|pipx? +(?:install|run)|uv(?: +pip)? +(?:install|add)|uv +tool +(?:install|run))${FLAGS} +['"]?${OURS}${END}`,
];
// It takes what is in the checkout, and asks no registry.
const FROM_CHECKOUT = /^npx +--no +-- /;

/** Commands that take a package by a name of ours from a registry: until the names are ours, they run anybody's code. */
export function foreignPackages(text: string): string[] {
  const found = TAKES.flatMap((source) =>
    [...text.matchAll(new RegExp(`\\b${source}`, 'g'))].map(([command]) => command),
  );
  return found.filter((command) => !FROM_CHECKOUT.test(command));
}
