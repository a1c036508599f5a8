import { describe, expect, it } from 'vitest';
import { runCommandLine } from './run-command-line.ts';

const NOWHERE = { SETPOINT_URL: 'http://127.0.0.1:1', SETPOINT_CLIENT_ID: 'c', SETPOINT_CLIENT_SECRET: 's' };

async function run(...argv: string[]) {
  let out = '';
  let error = '';
  const code = await runCommandLine({
    argv,
    environment: NOWHERE,
    writeOut: (text) => (out += text),
    writeError: (text) => (error += text),
  });
  return { code, out, error };
}

describe('the command line', () => {
  it('answers a question for help with 0, on standard output', async () => {
    for (const argv of [['--help'], ['site', '--help'], ['site', 'add', '--help'], ['--version']]) {
      const { code, out, error } = await run(...argv);
      expect({ argv, code, error }).toEqual({ argv, code: 0, error: '' });
      expect(out).not.toBe('');
    }
  });

  it('answers misuse with 2 and one sentence', async () => {
    const misused: [string[], string][] = [
      [['site', 'add'], 'name'],
      [['site', 'add', 'x', 'y'], 'argument'],
      [['site', 'lst'], 'list'],
      [['site', 'list', '--colour'], '--colour'],
      [['client', 'map', 'x', '--issuer', 'y'], '--subject'],
      [['client', 'add', 'x', '--scope', 'everything'], 'fleet:admin'],
      [['grant', 'x', '--can', 'read'], '--all-sites'],
      [['grant', 'x', '--all-sites'], '--can'],
      [['grant', 'x', '--all-sites', '--can', 'fly'], 'schedule'],
      [['grant', 'x', '--all-sites', '--site', 'y', '--can', 'read'], '--site'],
      [['revoke', 'x'], '--all-sites'],
      [['token', '--client', 'x'], '--secret'],
      [['token', '--secret', 'x'], '--client'],
    ];
    for (const [argv, named] of misused) {
      const human = await run(...argv);
      expect({ argv, ...human }).toMatchObject({ argv, code: 2, out: '' });
      expect(human.error).toContain(named);
      expect(human.error.trim().split('\n')).toHaveLength(1);
      const { code, out, error } = await run(...argv, '--json');
      expect({ argv, code, out }).toEqual({ argv, code: 2, out: '' });
      const document = JSON.parse(error) as { error: string; message: string };
      expect(document).toMatchObject({ error: 'usage', message: human.error.trim() });
    }
  });

  it('answers a command that is none with 2, and shows those that are', async () => {
    for (const argv of [[], ['site'], ['client', 'secret']]) {
      const { code, out, error } = await run(...argv);
      expect({ argv, code, out }).toEqual({ argv, code: 2, out: '' });
      expect(error).toContain('Usage: setpoint');
    }
  });

  it('answers 1 when nobody answers, and says how to start the service', async () => {
    const message = 'Nothing answers at http://127.0.0.1:1. Is `npx setpoint serve` running?';
    await expect(run('site', 'list')).resolves.toEqual({ code: 1, out: '', error: `${message}\n` });
    const { code, out, error } = await run('token', '--json');
    expect({ code, out, document: JSON.parse(error) as unknown }).toEqual({
      code: 1,
      out: '',
      document: { error: 'unreachable', message },
    });
  });
});
