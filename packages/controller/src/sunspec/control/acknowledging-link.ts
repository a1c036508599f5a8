import { ModbusException, type ModbusLink } from '../modbus/modbus-link.ts';

interface AcknowledgingLink {
  link: ModbusLink;
  /** What the device said when it took a write that it may not have carried out yet. */
  underWay(): ModbusException | undefined;
}

// Modbus Application Protocol 1.1b3, §7: the request was accepted, and takes a while.
const ACKNOWLEDGE = 5;

/** A link on which a write that is acknowledged counts as taken: whether it was carried out, a read will show. */
export function acknowledgingLink(link: ModbusLink): AcknowledgingLink {
  let underWay: ModbusException | undefined;
  return {
    link: {
      read: (address, count) => link.read(address, count),
      write: async (address, values) => {
        try {
          await link.write(address, values);
        } catch (error) {
          if (!(error instanceof ModbusException) || error.code !== ACKNOWLEDGE) throw error;
          underWay = error;
        }
      },
    },
    underWay: () => underWay,
  };
}
