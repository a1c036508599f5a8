import { useDeferredValue, useMemo, useState } from 'react';
import { Autocomplete, Dialog, Input, Menu, MenuItem, Modal, ModalOverlay, SearchField } from 'react-aria-components';
import { useLocation } from 'wouter';
import { useSession } from '../../session/session.tsx';
import { focusView } from '../use-focus-on-view.ts';
import type { Entry } from './entry.ts';
import { findEntries } from './find-entries.ts';
import { recentPlaces } from './recent-places.ts';
import { SITE_TASKS } from './site-tasks.ts';
import { useEntries } from './use-entries.ts';

/** Finds anything by its name, and goes there. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  return (
    <ModalOverlay className="modal-overlay palette-overlay" isDismissable isOpen onOpenChange={(to) => to || onClose()}>
      <Modal className="modal palette">
        <Dialog aria-label="Go to">
          <Finder onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Finder({ onClose }: { readonly onClose: () => void }) {
  const [path, navigate] = useLocation();
  const entries = useEntries();
  const [typed, setTyped] = useState('');
  const [recent] = useState(recentPlaces);
  const query = useDeferredValue(typed);
  const { can } = useSession();
  const tasks = can('schedules:write') ? SITE_TASKS : undefined;
  const found = useMemo(() => findEntries({ entries, tasks, query, recent }), [entries, tasks, query, recent]);
  const go = (href: string) => {
    onClose();
    if (href.startsWith('/docs')) window.open(href, '_blank', 'noopener');
    else if (href === path) focusView();
    else navigate(href);
  };
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <SearchField aria-label="Go to" autoFocus className="search palette-search">
        <Input placeholder="Site, pool, client, view, task or page of the docs" />
      </SearchField>
      <Menu
        className="menu palette-found"
        aria-label="Found"
        items={found}
        dependencies={[found]}
        renderEmptyState={() => <p className="muted palette-none">Nothing has this name</p>}
        onAction={(key) => go(String(key))}
      >
        {({ href, label, kind }: Entry) => (
          <MenuItem id={href} textValue={label} className="palette-item">
            <span className="palette-label">{label}</span> <small className="muted">{kind}</small>
          </MenuItem>
        )}
      </Menu>
      <p className="muted palette-keys">
        <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> open, <kbd>Esc</kbd> close
      </p>
    </Autocomplete>
  );
}
