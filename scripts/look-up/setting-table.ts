import { listSettings, type Setting } from './list-settings.ts';
import { markdownTable } from './markdown-table.ts';

/** Every setting by name, with what it may be and its default, and the way to where the page explains it. */
export function settingTable(page: string): string {
  const rows = listSettings().map((setting) => [
    nameOf(setting),
    setting.takes,
    setting.byDefault === undefined ? '' : `\`${setting.byDefault}\``,
    explainedIn(page, setting.name),
  ]);
  return markdownTable(['variable', 'takes', 'default', 'explained'], rows);
}

function nameOf({ name, isSecret }: Setting): string {
  return isSecret ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``;
}

function explainedIn(page: string, name: string): string {
  const [before] = page.split(new RegExp(`^\\|[^|]*\`${name}\``, 'm'));
  const heading = [...(before ?? '').matchAll(/^#{2,3} (.+)$/gm)].at(-1)?.[1];
  if (before === page || heading === undefined) throw new Error(`docs/look-up/configuration.md has no row for ${name}`);
  return `[${heading}](#${heading.toLowerCase().replaceAll(' ', '-')})`;
}
