import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  it('fails with 1 when no service answers, and says how to start one', async () => {
    const url = await closedAddress();
    const message = `Nothing answers at ${url}. Is \`setpoint serve\` running?`;
    await expect(runAt(url, 'site', 'list')).resolves.toEqual({ code: 1, out: '', error: `${message}\n` });
    const { code, out, error } = await runAt(url, 'token', '--json');
    expect({ code, out, document: JSON.parse(error) as unknown }).toEqual({
      code: 1,
      out: '',
      document: { error: 'unreachable', message },
    });
  });

  it('names the file that is not a registry document', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'setpoint-document-'));
    const file = join(folder, 'registry.json');
    for (const text of ['', '{', 'null', '{}', '{"format":"setpoint-registry-1"}']) {
      writeFileSync(file, text);
      const { code, out, error } = await run('registry', 'import', file);
      expect({ text, code, out }).toEqual({ text, code: 1, out: '' });
      expect(error).toBe(`${file} is not a document written by \`setpoint registry export\`.\n`);
    }
    rmSync(folder, { recursive: true });
  });

  it('says why an address cannot be reached at all', async () => {
    const { code, error } = await runAt('http://no such host', 'site', 'list');
    expect(code).toBe(1);
    expect(error).toContain('http://no such host cannot be reached: ');
    expect(error).toContain('SETPOINT_URL');
  });
});

// An address that was in use a moment ago and is free now.
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}
