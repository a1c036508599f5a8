import {
  Button,
  ComboBox,
  type ComboBoxProps,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListLayout,
  Popover,
  Virtualizer,
} from 'react-aria-components';

export interface NamedOption {
  readonly id: string;
  readonly name: string;
  /** What it is, in words. */
  readonly kind?: string;
}

export interface NamedChoiceProps {
  readonly label: string;
  readonly options: readonly NamedOption[];
  /** The id of an option; where others may be typed, also what was typed so far. */
  readonly chosen: string;
  readonly onChosen: (id: string) => void;
  /** Shown where nothing is chosen; with it, the id of one that is not among the options may be typed. */
  readonly otherAs?: string;
}

const LAYOUT = { rowHeight: 34, padding: 5 };

/** One of many by its name, found by typing a part of it. */
export function NamedChoice(props: NamedChoiceProps) {
  const { label, options, otherAs = '' } = props;
  const none = otherAs === '' ? 'No match' : 'No name matches: taken as typed';
  return (
    <ComboBox
      className="field"
      defaultItems={options}
      defaultFilter={hasEachWord}
      // A list that opens only where there is a match would stay closed when the options come after the typing.
      allowsEmptyCollection
      {...(otherAs === '' ? listed(props) : typed(props))}
    >
      <Label>{label}</Label>
      <div className="combo-input">
        <Input placeholder={otherAs} onFocus={({ currentTarget }) => currentTarget.select()} />
        <Button className="combo-button">
          <span aria-hidden="true">▾</span>
        </Button>
      </div>
      <Popover className="popover">
        <Virtualizer layout={ListLayout} layoutOptions={LAYOUT}>
          <ListBox className="menu combo-list" renderEmptyState={() => <p className="muted combo-none">{none}</p>}>
            {({ id, name, kind = '' }: NamedOption) => (
              <ListBoxItem id={id} textValue={name}>
                <bdi>{name}</bdi> {kind !== '' && <span className="muted">{kind}</span>}
              </ListBoxItem>
            )}
          </ListBox>
        </Virtualizer>
      </Popover>
    </ComboBox>
  );
}

function hasEachWord(name: string, typedText: string): boolean {
  const searched = name.toLowerCase();
  return typedText
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

type Choosing = Pick<
  ComboBoxProps<NamedOption>,
  'selectedKey' | 'onSelectionChange' | 'allowsCustomValue' | 'inputValue' | 'onInputChange'
>;

/** Who empties the field has chosen the first option. */
function listed({ options, chosen, onChosen }: NamedChoiceProps): Choosing {
  return {
    selectedKey: chosen,
    onSelectionChange: (key) => onChosen(String(key ?? options[0]?.id ?? '')),
  };
}

function typed({ options, chosen, onChosen }: NamedChoiceProps): Choosing {
  return {
    allowsCustomValue: true,
    inputValue: options.find(({ id }) => id === chosen)?.name ?? chosen,
    onInputChange: (text) => onChosen(options.find(({ name }) => name === text)?.id ?? text),
  };
}
