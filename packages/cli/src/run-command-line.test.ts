import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '@setpoint/server/testing/test-folder';
import { describe, expect, it } from 'vitest';
import { runHere } from '../testing/run-here.ts';

const CREDENTIAL = { SETPOINT_CLIENT_ID: 'c', SETPOINT_CLIENT_SECRET: 's' };

const runAt = (url: string, ...argv: string[]) => runHere(argv, { ...CREDENTIAL, SETPOINT_URL: url });
const run = (...argv: string[]) => runAt('http://127.0.0.1:1', ...argv);

describe('the command line', () => {
  it('prints help with 0, on standard output', async () => {
    for (const argv of [['--help'], ['site', '--help'], ['site', 'add', '--help'], ['--version']]) {
      const { code, out, error } = await run(...argv);
      expect({ argv, code, error }).toEqual({ argv, code: 0, error: '' });
      expect(out).not.toBe('');
    }
  });

  it('answers an unknown command with 2, and lists the known ones', async () => {
    for (const argv of [[], ['site'], ['client', 'secret']]) {
      const { code, out, error } = await run(...argv);
      expect({ argv, code, out }).toEqual({ argv, code: 2, out: '' });
      expect(error).toContain('Usage: setpoint');
    }
  });

  it('names the file that is not a registry document', async () => {
    const file = join(testFolder(), 'registry.json');
    for (const text of ['', '{', 'null', '{}', '{"format":"setpoint-registry-1"}']) {
      writeFileSync(file, text);
      const { code, out, error } = await run('registry', 'import', file);
      expect({ text, code, out }).toEqual({ text, code: 1, out: '' });
      expect(error).toBe(`${file} is not a document written by \`setpoint registry export\`.\n`);
    }
  });
});
