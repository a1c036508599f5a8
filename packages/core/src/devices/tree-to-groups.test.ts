import type { Asset, DeviceTreeNode, NodeType, SiteId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { treeToGroups, unknownAssets } from './tree-to-groups.ts';

const SITE = '0b0e9d3e-6a0f-4a57-9c1e-0f4f3f1f2a11' as SiteId;

/**
 * Reads a drawn tree: one node a line, two spaces a level.
 * `uid kind [lower..upper] [=power] [NkWh available] [N(kWh) rated] [N%] [SubGrid]`
 */
function draw(picture: string): DeviceTreeNode {
  const path: DeviceTreeNode[] = [];
  for (const line of picture.split('\n').filter((text) => text.trim() !== '')) {
    const depth = (line.search(/\S/) - 6) / 2;
    const [uid = '', device_type = '', ...words] = line.trim().split(/\s+/);
    const node: DeviceTreeNode = { uid, node_type: 'Device', device_type, children: [] };
    for (const word of words) Object.assign(node, fieldsOf(word));
    path[depth - 1]?.children.push(node);
    path[depth] = node;
  }
  const [root] = path;
  if (root === undefined) throw new Error('nothing drawn');
  return root;
}

function fieldsOf(word: string): Partial<DeviceTreeNode> {
  if (word.startsWith('=')) return { active_power_kw: Number(word.slice(1)) };
  if (word.endsWith('(kWh)')) return { rated_energy: Number.parseFloat(word) };
  if (word.endsWith('kWh')) return { available_storage_capacity_kWh: Number.parseFloat(word) };
  if (word.endsWith('%')) return { soc: Number.parseFloat(word) };
  const [lower, upper] = word.split('..');
  if (upper === undefined) return { node_type: word as NodeType };
  const ratings: Partial<DeviceTreeNode> = {};
  if (lower !== '') ratings.rated_power_lower_limit_kW = Number(lower);
  if (upper !== '') ratings.rated_power_upper_limit_kW = Number(upper);
  return ratings;
}

/** The groups as short as they are drawn: `lower..upper =power`, storage with `kWh` and `%`. */
function groupsOf(picture: string): Partial<Record<Asset, string>> {
  const outcome = treeToGroups(SITE, draw(picture));
  if (outcome.kind === 'invalid') throw new Error(outcome.reason);
  const shown: Partial<Record<Asset, string>> = {};
  for (const group of Object.values(outcome.assets)) {
    if (group === null) continue;
    const words = [`${group.ratedPowerLowerLimitkW}..${group.ratedPowerUpperLimitkW}`];
    if (group.activePowerkW !== undefined) words.push(`=${group.activePowerkW}`);
    if ('soc' in group) words.push(`${group.availableStorageCapacitykWh}kWh`, `${group.soc}%`);
    shown[group.type] = words.join(' ');
  }
  return shown;
}

function reasonOf(root: DeviceTreeNode): string {
  const outcome = treeToGroups(SITE, root);
  if (outcome.kind === 'groups') throw new Error('the tree was accepted');
  return outcome.reason;
}

describe('the asset groups of a device tree', () => {
  it.each<[string, string, Partial<Record<Asset, string>>]>([
    [
      'weigh soc by capacity, over batteries and racks',
      `
      site ems
        b1 bess -250..250 500kWh 40%
        b2 bess -50..50 100kWh
          r1 bess 60kWh 70%
          r2 bess 40kWh 90%`,
      { bess: '-300..300 600kWh 46.33%' },
    ],
    [
      'take one rating from the node and the other from its parts',
      `
      cars ev 0..
        c1 ev -3..11
        c2 ev -3..22`,
      { ev: '0..33' },
    ],
    [
      'fall back on rated energy, top by top',
      `
      site ems
        b1 bess -1..1 10kWh 99(kWh) 50%
        b2 bess -1..1 30(kWh) 90%
        b3 bess -1..1`,
      { bess: '-3..3 40kWh 80%' },
    ],
    [
      'take the plain mean of soc where no capacity is known',
      `
      site ems
        b1 bess -1..1 20%
        b2 bess -1..1 45%
        b3 bess -1..1`,
      { bess: '-3..3 nullkWh 32.5%' },
    ],
    ['are none for structure alone', '      site ems -1..1 =4', {}],
  ])('%s', (_fact, picture, groups) => {
    expect(groupsOf(picture)).toEqual(groups);
  });

  it('carry the id of their site and kind, and history keeps what they measured', () => {
    const root = draw(`
      site ems
        meter grid -10..10 =0
        b bess -5..5 8kWh 12.345%
        pump heatpump 0..4`);
    expect(treeToGroups(SITE, root)).toEqual({
      kind: 'groups',
      assets: {
        ...unknownAssets(),
        grid: {
          id: `${SITE}:grid`,
          type: 'grid',
          ratedPowerLowerLimitkW: -10,
          ratedPowerUpperLimitkW: 10,
          activePowerkW: 0,
        },
        bess: {
          id: `${SITE}:bess`,
          type: 'bess',
          ratedPowerLowerLimitkW: -5,
          ratedPowerUpperLimitkW: 5,
          availableStorageCapacitykWh: 8,
          soc: 12.35,
        },
        heatpump: { id: `${SITE}:heatpump`, type: 'heatpump', ratedPowerLowerLimitkW: 0, ratedPowerUpperLimitkW: 4 },
      },
      measurements: [
        { asset: 'grid', powerKw: 0, socPercent: null },
        { asset: 'bess', powerKw: null, socPercent: 12.35 },
      ],
    });
  });
});

describe('a device tree is refused', () => {
  it.each([
    ['site/b1: bess has no rated_power_upper_limit_kW, and not all of its parts have one', 'b1 bess -5..'],
    ['site/b1: bess has no rated_power_lower_limit_kW, and not all of its parts have one', 'b1 bess ..5'],
    ['site/x: rated_power_lower_limit_kW 6 exceeds rated_power_upper_limit_kW 5', 'x other 6..5'],
    ['site/b1: soc 100.1 must be between 0 and 100', 'b1 bess -5..5 100.1%'],
    ['site/b1: soc -1 must be between 0 and 100', 'b1 bess -5..5 -1%'],
    ['site/b1: available_storage_capacity_kWh -2 must not be negative', 'b1 bess -5..5 -2kWh'],
    ['site/b1: active_power_kw Infinity is not finite', 'b1 bess -5..5 =Infinity'],
    ['site/site: this uid is used twice in the tree', 'site other'],
  ])('%s', (reason, line) => {
    expect(reasonOf(draw(`      site ems\n        ${line}`))).toBe(reason);
  });

  it('when own and added ratings cross', () => {
    const root = draw(`
      b bess 3..
        r1 bess -1..1`);
    expect(reasonOf(root)).toBe('b: rated_power_lower_limit_kW 3 exceeds rated_power_upper_limit_kW 1');
  });

  it('when finite values add up beyond every number', () => {
    const root = draw(`
      site ems
        w1 wind 0..1e308
        w2 wind 0..1e308`);
    expect(reasonOf(root)).toBe('the sum of the values of all wind nodes is not finite');
  });

  it.each(['uid', 'device_type', 'name', 'data_source'] as const)('when %s cannot be stored', (field) => {
    for (const text of ['a\0b', 'a\uD800', '\uDC00a']) {
      const reason = reasonOf({ ...draw('      site ems'), [field]: text });
      expect(reason).toContain(`${field} contains U+0000 or half a surrogate pair`);
      expect(reason).not.toContain('\0');
      expect(reason.isWellFormed()).toBe(true);
    }
  });

  it('when it is one level or one node too large, and not before', () => {
    const chain = (levels: number) => {
      let root: DeviceTreeNode = { uid: 'leaf', node_type: 'Device', device_type: 'x', children: [] };
      for (let level = 1; level < levels; level += 1) root = { ...root, uid: `l${level}`, children: [root] };
      return root;
    };
    const children = Array.from({ length: 1_999 }, (_, index) => ({ ...chain(1), uid: `n${index}` }));
    const wide = { ...chain(1), children };
    expect(treeToGroups(SITE, chain(16)).kind).toBe('groups');
    expect(treeToGroups(SITE, wide).kind).toBe('groups');
    expect(reasonOf(chain(17))).toMatch(/\/leaf: is deeper than 16 levels$/);
    expect(reasonOf(chain(100_000))).toMatch(/is deeper than 16 levels$/);
    expect(reasonOf({ ...wide, children: [...children, chain(1)] })).toBe(
      'leaf/leaf: is one node more than the 2000 allowed',
    );
  });
});

describe('a tree', () => {
  it('of twice as many nodes is looked at twice as often', () => {
    const looks = [500, 1_000].map((racks) => {
      const children = Array.from({ length: racks }, (_, rack) => `          r${rack} bess 60kWh 70%`).join('\n');
      const picture = `
      site ems
        b1 bess -250..250 =4
${children}`;
      const { root, count } = counted(draw(picture));
      expect(treeToGroups(SITE, root).kind).toBe('groups');
      return count();
    });
    const [few = 0, many = 0] = looks;
    expect(few).toBeGreaterThan(500);
    expect(many).toBeLessThan(2.1 * few);
  });
});

/** The same tree, which counts how often a property of one of its nodes is read. */
function counted(tree: DeviceTreeNode) {
  let looks = 0;
  const wrap = (node: DeviceTreeNode): DeviceTreeNode =>
    new Proxy(
      { ...node, children: node.children.map(wrap) },
      {
        get: (target, name, receiver) => {
          looks += 1;
          return Reflect.get(target, name, receiver) as unknown;
        },
      },
    );
  return { root: wrap(tree), count: () => looks };
}
