import { CATALOGUE, pairName } from '@setpoint/contract';
import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue, Text } from 'react-aria-components';
import { explain } from '../words/explain.ts';
import { pairLabel } from '../words/pair-label.ts';

export interface PairSelectProps {
  readonly pair: string;
  /** Pairs with something set or typed. */
  readonly marks: ReadonlyMap<string, string>;
  readonly onPair: (pair: string) => void;
}

const OPTIONS = CATALOGUE.map((row) => ({ ...row, id: pairName(row), label: pairLabel(row) }));

/** Chooses the command to edit, and says what its values mean. */
export function PairSelect({ pair, marks, onPair }: PairSelectProps) {
  const chosen = OPTIONS.find(({ id }) => id === pair);
  return (
    <Select className="field pair-select" selectedKey={pair} onSelectionChange={(key) => onPair(String(key))}>
      <Label>Command</Label>
      <Button className="select-button">
        <SelectValue />
        <span aria-hidden="true">▾</span>
      </Button>
      {chosen !== undefined && (
        <Text slot="description">
          {capital(chosen.meaning)}, in {chosen.unit}: {chosen.sign}.
          {/F[CR]R/.test(chosen.label) && ` ${explain(chosen.label)}`}
        </Text>
      )}
      <Popover className="popover">
        <ListBox className="menu" items={OPTIONS} dependencies={[marks]}>
          {({ id, label }) => (
            <ListBoxItem id={id} textValue={label}>
              {label}
              {marks.has(id) && <span className="muted"> · {marks.get(id)}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
