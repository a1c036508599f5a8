import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { useLocation } from 'wouter';
import { notePlace } from './recent-places.ts';

const Palette = lazy(() => import('./palette.tsx').then(({ Palette: dialog }) => ({ default: dialog })));
const KeysDialog = lazy(() => import('./keys-dialog.tsx').then(({ KeysDialog: dialog }) => ({ default: dialog })));

type Open = 'nothing' | 'palette' | 'keys';

/** Opens what finds anything: with Ctrl and K, or by its button. */
export function GoTo() {
  const [open, setOpen] = useState<Open>('nothing');
  const [path] = useLocation();
  useEffect(() => notePlace(path), [path]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const wanted = wantedBy(event);
      if (wanted === undefined || isDialogOpen(wanted)) return;
      event.preventDefault();
      setOpen((was) => (was === wanted ? 'nothing' : wanted));
    };
    // Before the control that has the focus, which may keep the key to itself.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
  const close = () => setOpen('nothing');
  return (
    <>
      <Button className="button quiet go-to" onPress={() => setOpen('palette')}>
        <span aria-hidden="true">⌕</span> <span className="go-to-words">Go to</span>{' '}
        <kbd aria-hidden="true">{keyName()}</kbd>
      </Button>
      <Suspense>
        {open === 'palette' && <Palette onClose={close} />}
        {open === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </>
  );
}

function wantedBy(event: KeyboardEvent): Exclude<Open, 'nothing'> | undefined {
  const isWithControl = event.ctrlKey || event.metaKey;
  if (isWithControl && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') return 'palette';
  return event.key === '?' && !isWithControl && !isTypedInto(event.target) ? 'keys' : undefined;
}

function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** A question that waits for an answer is not covered by anything. */
function isDialogOpen(wanted: Open): boolean {
  const selector = wanted === 'palette' ? "[role='alertdialog']" : "[role='alertdialog'], [role='dialog']";
  return document.querySelector(selector) !== null;
}

function keyName(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
}
