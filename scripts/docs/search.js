// Ranks the sections of the docs for a question. A classic script, because pages that are opened as files load no modules.
globalThis.createSearch = (pages) => {
  const LEFT_OUT = new Set(
    'a an and any are as at be by can do does for from get has have how i if in into is it its me my of on one or that the there they this to up use used using want we what when where which who why will with you your'.split(
      ' ',
    ),
  );
  // What people call it, and what the pages call it.
  const ALIKE = [
    ['delete', 'clear', 'remove', 'erase'],
    ['uninstall', 'remove'],
    ['password', 'secret', 'credential'],
    ['forgot', 'forget', 'lost', 'lose', 'reset'],
    ['limit', 'limits', 'maximum', 'max', 'quota'],
    ['rate', 'share'],
    ['throttle', 'throttling', 'share', '429'],
    ['latency', 'delay', 'milliseconds'],
    ['performance', 'benchmark', 'fast'],
    ['price', 'pricing', 'cost', 'costs', 'licence'],
    ['license', 'licence', 'apache'],
    ['alternative', 'alternatives', 'compare', 'competitor'],
    ['firewall', 'port', 'ports', 'network'],
    ['nginx', 'proxy', 'haproxy', 'caddy', 'traefik'],
    ['sso', 'login', 'oidc', 'provider'],
    ['oauth', 'token'],
    ['stop', 'hold', 'emergency'],
    ['battery', 'storage', 'bess'],
    ['soc', 'charge'],
    ['timezone', 'zone'],
    ['dst', 'daylight', 'clock'],
    ['docker', 'image', 'container', 'compose'],
    ['k8s', 'kubernetes', 'helm'],
    ['postgres', 'postgresql', 'database'],
    ['ha', 'availability', 'failover', 'standby'],
    ['memory', 'ram', 'sizing', 'hardware', 'cpu'],
    ['sell', 'headroom', 'book'],
    ['signature', 'sign', 'hmac'],
    ['standards', 'protocols', 'openadr', 'eebus', 'ocpp', 'iec'],
    ['monitor', 'monitoring', 'metrics', 'prometheus', 'grafana'],
    ['error', 'errors', 'code'],
    ['roadmap', 'status', 'planned', 'future'],
  ];
  const PREFIX_LEAST = 3;
  // A page about the word beats one that says it often.
  const WEIGHTS = { title: 14, heading: 9, about: 6, text: 1 };
  const K = 1.2;
  const SECTIONS_OF_A_PAGE = 2;

  const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const stemOf = (word) =>
    word.length > 4
      ? word
          .replace(/ies$/, 'y')
          .replace(/(?<=[^s])s$/, '')
          .replace(/(?:ing|ed)$/, '')
      : word;
  const counted = (text) => {
    const counts = new Map();
    for (const word of wordsOf(text).map(stemOf)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  };

  const sections = pages.flatMap(({ page, title, about, sections: own }) =>
    own.map(([id, heading, text], at) => ({
      page,
      address: at === 0 ? `${page}.html` : `${page}.html#${id}`,
      title,
      heading,
      text: text === '' ? about : text,
      isFirst: at === 0,
      fields: {
        title: counted(title),
        heading: counted(at === 0 ? title : heading),
        about: counted(at === 0 ? about : ''),
        text: counted(text),
      },
    })),
  );
  const known = new Map();
  for (const { fields } of sections) {
    const own = new Set(Object.values(fields).flatMap((field) => [...field.keys()]));
    for (const word of own) known.set(word, (known.get(word) ?? 0) + 1);
  }
  const rarityOf = (word) => Math.log(1 + sections.length / (known.get(word) ?? sections.length));

  // Each word of a question, as all the words that stand for it: itself, what begins with it, what means the same.
  function meaningsOf(word) {
    const own = stemOf(word);
    const begins =
      word.length < PREFIX_LEAST ? [] : [...known.keys()].filter((one) => one.startsWith(word) && one !== own);
    const alike = ALIKE.filter((group) => group.map(stemOf).includes(own)).flat();
    const meanings = new Map(known.has(own) ? [[own, 1]] : []);
    for (const one of begins) meanings.set(one, own.length / one.length / 2);
    for (const one of alike.map(stemOf)) if (!meanings.has(one) && known.has(one)) meanings.set(one, 0.45);
    return meanings;
  }

  function pointsOf({ fields, isFirst }, meanings) {
    let best = 0;
    for (const [word, likeness] of meanings) {
      let sum = 0;
      for (const [field, weight] of Object.entries(WEIGHTS)) {
        const times = fields[field].get(word) ?? 0;
        // A page says in each of its sections what it is about: that counts in the first.
        const part = field === 'title' && !isFirst ? 0.2 : 1;
        if (times > 0) sum += part * weight * ((times * (K + 1)) / (times + K));
      }
      best = Math.max(best, sum * likeness * rarityOf(word));
    }
    return best;
  }

  return (question) => {
    const asked = [...new Set(wordsOf(question))];
    const telling = asked.filter((word) => !LEFT_OUT.has(word));
    const meanings = (telling.length === 0 ? asked : telling).map(meaningsOf).filter((one) => one.size > 0);
    const ranked = sections
      .map((section) => {
        const each = meanings.map((one) => pointsOf(section, one));
        const found = each.filter((points) => points > 0).length;
        const share = found / Math.max(1, meanings.length);
        return { section, points: each.reduce((sum, points) => sum + points, 0) * share * share };
      })
      .filter(({ points }) => points > 0)
      .sort((one, other) => other.points - one.points);
    const times = new Map();
    return ranked
      .filter(({ section: { page } }) => {
        times.set(page, (times.get(page) ?? 0) + 1);
        return times.get(page) <= SECTIONS_OF_A_PAGE;
      })
      .map(({ section }) => section);
  };
};
