import type { SiteOverview } from '@setpoint/contract';
import { useState } from 'react';
import {
  Button,
  Dialog,
  DialogTrigger,
  Heading,
  Input,
  ListBox,
  ListBoxItem,
  ListLayout,
  Popover,
  SearchField,
  Virtualizer,
} from 'react-aria-components';
import { countText } from '../words/count-text.ts';

export interface SiteChoiceProps {
  readonly sites: readonly SiteOverview[];
  readonly chosen: ReadonlySet<string> | 'all';
  readonly onChosen: (chosen: ReadonlySet<string> | 'all') => void;
}

const LAYOUT = { rowHeight: 34 };

/** The sites to ask about: all of them, or some by name. */
export function SiteChoice({ sites, chosen, onChosen }: SiteChoiceProps) {
  const [search, setSearch] = useState('');
  const found = sites.filter(({ siteName }) => siteName.toLowerCase().includes(search.toLowerCase()));
  return (
    <div className="field">
      <span className="field-label">Sites</span>
      <DialogTrigger>
        <Button className="select-button">
          {chosen === 'all' ? `All sites (${sites.length.toLocaleString('en')})` : countText(chosen.size, 'site')}
          <span aria-hidden="true">▾</span>
        </Button>
        <Popover className="popover" placement="bottom start">
          <Dialog className="dialog-flat site-choice">
            <Heading slot="title">Sites</Heading>
            <SearchField aria-label="Search" className="search" value={search} onChange={setSearch}>
              <Input placeholder="Search by name" />
              <Button aria-label="Clear the search">×</Button>
            </SearchField>
            <div className="line">
              <Button className="button small" onPress={() => onChosen('all')}>
                All
              </Button>
              <Button className="button small" onPress={() => onChosen(new Set())}>
                None
              </Button>
              <Button className="button small" onPress={() => onChosen(new Set(found.map(({ siteId }) => siteId)))}>
                Those shown
              </Button>
            </div>
            <Virtualizer layout={ListLayout} layoutOptions={LAYOUT}>
              <ListBox
                aria-label="Sites"
                className="menu site-list"
                selectionMode="multiple"
                items={found}
                selectedKeys={chosen === 'all' ? 'all' : chosen}
                onSelectionChange={(keys) => onChosen(keys === 'all' ? 'all' : new Set([...keys].map(String)))}
              >
                {({ siteId, siteName }) => (
                  <ListBoxItem id={siteId} textValue={siteName}>
                    {({ isSelected }) => (
                      <>
                        <span aria-hidden="true">{isSelected ? '☑' : '☐'}</span> <bdi>{siteName}</bdi>
                      </>
                    )}
                  </ListBoxItem>
                )}
              </ListBox>
            </Virtualizer>
          </Dialog>
        </Popover>
      </DialogTrigger>
    </div>
  );
}
