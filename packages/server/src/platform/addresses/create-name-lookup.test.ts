import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ofTests } from '../../../testing/of-tests.ts';
import { folderOfTests } from '../../../testing/test-folder.ts';
import { startNameServer } from '../../../testing/start-name-server.ts';
import { createNameLookup, type LookUp } from './create-name-lookup.ts';

// Nothing else ends a look-up in a test that says what does.
const NEVER_MS = 600_000;
const NEVER = { withinMs: NEVER_MS, againAfterMs: NEVER_MS, otherFamilyMs: NEVER_MS };

const four = (address: string) => ({ address, family: 4 });
const six = (address: string) => ({ address, family: 6 });

describe('the look-up of a name', async () => {
  let lookUp: LookUp;
  const server = await ofTests(
    startNameServer({
      'both.test': ['192.0.2.1', '2001:0db8:0:0:0:0:0:1', '192.0.2.2'],
      'six.test': ['2001:0db8:0:0:0:0:0:2'],
      'half.four': ['192.0.2.4'],
      'nobody.test': [],
      'receiver.inner.test': ['192.0.2.7'],
      receiver: [],
      'receiver.outer.test': [],
      'a.b.nobody.test': [],
    }),
  );
  const folder = folderOfTests();
  const hostsPath = join(folder, 'hosts');
  beforeEach(() => {
    writeFileSync(hostsPath, '192.0.2.9 both.test # an aside\n\n# 192.0.2.8 nobody.test\nfe80::1%lo0 six.test\n');
    lookUp = createNameLookup({ servers: [server.address], hostsPath });
  });

  it('finds the addresses of both families', async () => {
    writeFileSync(hostsPath, '');
    const found = [four('192.0.2.1'), four('192.0.2.2'), six('2001:db8::1')];
    await expect(lookUp('both.test')).resolves.toEqual(found);
    await expect(lookUp('BOTH.test.')).resolves.toEqual(found);
    await expect(lookUp('six.test')).resolves.toEqual([six('2001:db8::2')]);
  });

  it('finds what the file of this machine says, as it is now', async () => {
    await expect(lookUp('Both.test.')).resolves.toEqual([four('192.0.2.9')]);
    writeFileSync(hostsPath, '192.0.2.10\tother.test  Both.Test\n2001:db8::a both.test');
    utimesSync(hostsPath, 1, 1);
    await expect(lookUp('both.test')).resolves.toEqual([four('192.0.2.10'), six('2001:db8::a')]);
  });

  it('knows localhost without being told', async () => {
    const missing = createNameLookup({ servers: [server.address], hostsPath: join(folder, 'missing') });
    await expect(missing('localhost')).resolves.toEqual([four('127.0.0.1'), six('::1')]);
    writeFileSync(hostsPath, '127.0.0.1 localhost');
    await expect(lookUp('localhost')).resolves.toEqual([four('127.0.0.1')]);
  });

  it('says that there is no such name', async () => {
    await expect(lookUp('nobody.test')).rejects.toThrow('there is no address for the name nobody.test');
  });

  it('does not wait for the addresses of one family to be given up once it has those of the other', async () => {
    const hasty = createNameLookup({ servers: [server.address], hostsPath }, { ...NEVER, otherFamilyMs: 300 });
    await expect(hasty('half.four')).resolves.toEqual([four('192.0.2.4')]);
  });

  it('holds nobody else up while there is no answer', async () => {
    let ended = 0;
    const patient = createNameLookup({ servers: [server.address], hostsPath }, { ...NEVER, withinMs: 3_000 });
    const dead = Array.from({ length: 50 }, async (_, index) => {
      await patient(`dead-${index}.test`).catch(() => undefined);
      ended += 1;
    });
    for (let round = 0; round < 5; round += 1) await patient('six.test');
    expect(ended).toBe(0);
    await Promise.all(dead);
  });

  it('ends after 2 s without an answer', async () => {
    const reason = { message: expect.stringContaining('within 2000 ms') };
    const dead = Array.from({ length: 5 }, (_, index) => lookUp(`dead-${index}.test`));
    for (const outcome of await Promise.allSettled(dead)) expect(outcome).toMatchObject({ status: 'rejected', reason });
  });

  it('ends when its own time is over, however long each server is waited for', async () => {
    const hasty = createNameLookup({ servers: [server.address], hostsPath }, { ...NEVER, withinMs: 300 });
    await expect(hasty('dead.test')).rejects.toThrow('within 300 ms');
  });

  it('looks for a short name behind the domains of the system, if it is not there by itself', async () => {
    const resolvPath = join(folder, 'resolv.conf');
    writeFileSync(resolvPath, '; mine\nnameserver 192.0.2.53\nsearch outer.test inner.test.\noptions ndots:2 rotate');
    const searching = createNameLookup({ servers: [server.address], hostsPath, resolvPath });
    await expect(searching('receiver')).resolves.toEqual([four('192.0.2.7')]);
    await expect(searching('receiver.')).rejects.toThrow('there is no address');
    await expect(searching('a.b.nobody.test')).rejects.toThrow('there is no address');
    // By two queries each; a name with enough dots is whole.
    const names = server.asked.slice(-10).filter((_name, index) => index % 2 === 0);
    expect(names).toEqual(['receiver', 'receiver.outer.test', 'receiver.inner.test', 'receiver', 'a.b.nobody.test']);
  });
});
