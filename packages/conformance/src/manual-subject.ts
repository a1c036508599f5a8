import type { Subject, SubjectAddress } from './subject.ts';

type Ask = (text: string) => Promise<void>;

/** A controller that a person starts and cuts off. */
export function manualSubject(ask: Ask): Subject {
  let starts = 0;
  let disk = '';
  return {
    isAutomatic: false,
    async start(address) {
      starts += 1;
      const isEmpty = address.folder !== disk;
      disk = address.folder;
      await ask(starts === 1 ? introduction(address) : `Start the controller${isEmpty ? ', with an empty disk' : ''}.`);
      return {
        kill: () => ask('Cut the power of the controller.'),
        stop: () => Promise.resolve(true),
        isOver: () => false,
      };
    },
  };
}

function introduction({ binding, host, port, isEncrypted, siteId, controllerKey }: SubjectAddress): string {
  const scheme = `${binding === 'mqtt' ? 'mqtt' : 'http'}${isEncrypted ? 's' : ''}`;
  return `Start the controller, with an empty disk:
  address         ${scheme}://${host}:${port}
  site id         ${siteId}
  controller key  ${controllerKey}`;
}
