import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../../docs/learn/controllers.md', import.meta.url), 'utf8');

/** The one program of docs/learn/controllers.md in a language. */
export function programInPage(language: string): string {
  const [program, ...more] = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))];
  if (program?.[1] === undefined || more.length > 0) throw new Error(`The page needs one program in ${language}.`);
  return program[1];
}
