import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

const notAllowed = (path: string) => `This user may not read or write ${path}.`;

const SENTENCES: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => (existsSync(dirname(path)) ? `There is no file ${path}.` : `There is no folder ${dirname(path)}.`),
  EACCES: notAllowed,
  EPERM: notAllowed,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  EEXIST: (path) => `${path} exists already.`,
  ENOTDIR: (path) => `${dirname(path)} is a file, not a folder.`,
};

/** Why a file could not be read or written, in a sentence; undefined for any other failure. */
export function fileProblem(cause: unknown, known?: string): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  // A folder that is read as a file has no path in its error.
  const { code, path = known } = cause as NodeJS.ErrnoException;
  return code === undefined || path === undefined ? undefined : SENTENCES[code]?.(path);
}
