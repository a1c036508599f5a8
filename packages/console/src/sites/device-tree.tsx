import type { DeviceTreeNode } from '@setpoint/contract';
import { Button, Collection, Tree, TreeItem, TreeItemContent } from 'react-aria-components';
import { Empty } from '../shell/empty.tsx';
import { Failure } from '../shell/failure.tsx';
import { Loading } from '../shell/loading.tsx';
import { assetLabel } from '../words/asset-label.ts';
import { percentText } from '../words/percent-text.ts';
import { rangeText } from '../words/power-text.ts';
import { assetPowerText } from '../words/value-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';

const EVERY_MS = 5_000;

function useDevices(siteId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['site', siteId, 'devices'],
    queryFn: () => client.overview.readDevices(siteId),
    refetchInterval: EVERY_MS,
  });
}

/** The devices of each asset, as the controller reported them. */
export function DeviceTree({ siteId }: { readonly siteId: string }) {
  const { data, error } = useDevices(siteId);
  if (data === undefined)
    return error === null ? <Loading /> : <Failure what="The devices could not be read" cause={error} />;
  if (data.devices === null) return <Empty title="The controller has not reported its devices yet" />;
  return (
    <Tree
      aria-label="Devices"
      className="tree"
      selectionMode="none"
      items={[data.devices]}
      defaultExpandedKeys={uidsOf(data.devices)}
    >
      {renderNode}
    </Tree>
  );
}

function renderNode(node: DeviceTreeNode) {
  return (
    <TreeItem id={node.uid} textValue={nameOf(node)} className="tree-item">
      <TreeItemContent>
        {({ hasChildItems }) => (
          <div className="tree-row">
            {hasChildItems ? (
              <Button slot="chevron" className="tree-chevron">
                <span aria-hidden="true">▸</span>
              </Button>
            ) : (
              <span className="tree-chevron" />
            )}
            <bdi className="tree-name">{nameOf(node)}</bdi>
            <span className="muted tree-kind">{node.node_type}</span>
            <span className="tree-figures">{figuresOf(node)}</span>
          </div>
        )}
      </TreeItemContent>
      <Collection items={node.children}>{renderNode}</Collection>
    </TreeItem>
  );
}

function nameOf({ name, device_type: type, uid }: DeviceTreeNode): string {
  const kind = assetLabel(type);
  return name === undefined ? `${kind} ${uid}` : `${name} (${kind})`;
}

function figuresOf(node: DeviceTreeNode): string {
  const { active_power_kw: power, soc, rated_power_upper_limit_kW: upper, rated_power_lower_limit_kW: lower } = node;
  const parts: string[] = [];
  if (power !== undefined) parts.push(assetPowerText(node.device_type, Math.round(power * 10) / 10));
  if (soc !== undefined && soc !== null) parts.push(percentText(soc));
  if (lower !== undefined && upper !== undefined) parts.push(`rated ${rangeText(lower, upper)}`);
  return parts.join(' · ');
}

function uidsOf(node: DeviceTreeNode): string[] {
  return [node.uid, ...node.children.flatMap(uidsOf)];
}
