import { type Static, Type } from 'typebox';
import { instantOrNull, oneOf, orNull, titled, uuid } from '../schema/fields.ts';

export const NODE_TYPES = ['Dispatcher', 'DeviceGroup', 'Device', 'DeviceElement', 'SubGrid'] as const;
export type NodeType = (typeof NODE_TYPES)[number];

/** One device, group or element of a site, with everything below it. */
export interface DeviceTreeNode {
  uid: string;
  node_type: NodeType;
  device_type: string;
  children: DeviceTreeNode[];
  name?: string;
  data_source?: string;
  rated_power_upper_limit_kW?: number;
  rated_power_lower_limit_kW?: number;
  available_storage_capacity_kWh?: number | null;
  soc?: number | null;
  active_power_kw?: number;
  rated_energy?: number;
}

const DeviceNodeType = oneOf(NODE_TYPES, 'The kind of a node of the device tree.');

const optionalFields = {
  name: { type: 'string', description: 'A name for people.' },
  data_source: { type: 'string', description: 'Where the values come from.' },
  rated_power_upper_limit_kW: {
    type: 'number',
    description:
      'The upper limit of the available rated power, in kW; for a bess the discharge, for a grid the import.',
  },
  rated_power_lower_limit_kW: {
    type: 'number',
    description:
      'The lower limit of the available rated power, in kW, not above the upper; for a bess the charge and for a grid the export, both negative.',
  },
  available_storage_capacity_kWh: {
    type: ['number', 'null'],
    description: 'The storage capacity that is available now, in kWh.',
  },
  soc: { type: ['number', 'null'], description: 'The state of charge, in percent: 0 to 100.' },
  active_power_kw: {
    type: 'number',
    description:
      'The active power, in kW. Positive is import for grid, discharge for bess, generation for solar, wind and genset, and consumption for load, ev and heatpump. Leave it out rather than guess it.',
  },
  rated_energy: { type: 'number', description: 'The rated energy of a storage, in kWh.' },
};

/** A node as controllers send it; they may add properties of their own. */
export const DeviceTreeNode = Type.Unsafe<DeviceTreeNode>({
  $id: 'DeviceTreeNode',
  title: 'DeviceTreeNode',
  type: 'object',
  required: ['uid', 'node_type', 'device_type', 'children'],
  properties: {
    uid: { type: 'string', description: 'Identifies the node within its tree.' },
    node_type: DeviceNodeType,
    device_type: {
      type: 'string',
      description:
        'The kind of the device. These kinds count: grid, bess, load, solar, ev, heatpump, genset, wind; each needs both ratings, its own or those of its parts. Any other is structure.',
    },
    children: { type: 'array', items: { $ref: 'DeviceTreeNode' }, description: 'The nodes below this one.' },
    ...optionalFields,
  },
});

export const SiteDevices = titled(
  'SiteDevices',
  {
    siteId: uuid('The site.'),
    reportedAt: instantOrNull('When the controller last reported; null before its first report.'),
    devices: orNull(DeviceTreeNode, 'The top of the tree; null before the first report.'),
  },
  { description: 'The device tree as the controller last reported it.' },
);
export type SiteDevices = Static<typeof SiteDevices>;
