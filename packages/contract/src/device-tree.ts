import { Type } from 'typebox';

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

const optionalFields = {
  name: { type: 'string' },
  data_source: { type: 'string' },
  rated_power_upper_limit_kW: { type: 'number' },
  rated_power_lower_limit_kW: { type: 'number' },
  available_storage_capacity_kWh: { type: ['number', 'null'] },
  soc: { type: ['number', 'null'] },
  active_power_kw: { type: 'number' },
  rated_energy: { type: 'number' },
};

export const DeviceTreeNode = Type.Unsafe<DeviceTreeNode>({
  $id: 'DeviceTreeNode',
  title: 'DeviceTreeNode',
  type: 'object',
  additionalProperties: false,
  required: ['uid', 'node_type', 'device_type', 'children'],
  properties: {
    uid: { type: 'string' },
    node_type: { enum: NODE_TYPES },
    device_type: { type: 'string' },
    children: { type: 'array', items: { $ref: 'DeviceTreeNode' } },
    ...optionalFields,
  },
});
