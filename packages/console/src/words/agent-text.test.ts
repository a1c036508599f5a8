import { expect, it } from 'vitest';
import { agentText } from './agent-text.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/156.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/156.0.0.0 Safari/537.36 Edg/156.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on macOS'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${WEBKIT} Version/19.0 Safari/604.1`, 'Safari on iPhone'],
  [`Mozilla/5.0 (Linux; Android 16; K) ${WEBKIT} Chrome/156.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['setpoint/1.4.0', 'setpoint/1.4.0'],
])('%s is %s', (agent, text) => {
  expect(agentText(agent)).toBe(text);
});
