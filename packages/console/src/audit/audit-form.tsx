import type { AuditFilter } from '@setpoint/client';
import { AUDIT_ACTIONS } from '@setpoint/contract';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button, FieldError, Input, Label, Link, TextField } from 'react-aria-components';
import { useIsNarrow } from '../shell/use-is-narrow.ts';
import { NamedChoice } from '../shell/named-choice.tsx';
import { aboutSubject, subjectOf } from './about-subject.ts';
import { AUDIT_PATH, auditHref, FILTER_NAMES, type FilterName } from './audit-href.ts';
import { fieldOf, instantOf } from './instant-of.ts';
import type { KnownOption } from './told-apart.ts';

export interface AuditFormProps {
  readonly filter: AuditFilter;
  readonly actors: readonly KnownOption[];
  readonly subjects: readonly KnownOption[];
  readonly onFind: (filter: AuditFilter) => void;
}

const ACTIONS: readonly KnownOption[] = AUDIT_ACTIONS.map((id) => ({ id, name: id, kind: '' }));

const DRAFTED = FILTER_NAMES.filter((name) => name !== 'about');
const FOLDED = FILTER_NAMES.filter((name) => !/^(?:actor|subject|about)$/.test(name));
type Draft = Readonly<Record<Exclude<FilterName, 'about'>, string>>;

/** Which records are shown. */
export function AuditForm({ filter, actors, subjects, onFind }: AuditFormProps) {
  const address = auditHref(filter);
  const [draft, setDraft] = useState(() => draftOf(filter, subjects));
  const [shown, setShown] = useState(address);
  // The filter is also another one after a click on a record, and after going back.
  if (shown !== address) {
    setShown(address);
    setDraft(draftOf(filter, subjects));
  }
  const set = (name: keyof Draft) => (text: string) => setDraft((was) => ({ ...was, [name]: text }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(filterOf(draft));
  };
  return (
    <form className="inline-form sunken" onSubmit={submit} aria-label="Find records">
      <NamedChoice
        label="Actor"
        otherAs="a name, or kind:id"
        options={actors}
        chosen={draft.actor}
        onChosen={set('actor')}
      />
      <Folded subject={draft.subject} isOpen={FOLDED.some((name) => filter[name] !== undefined)}>
        <NamedChoice
          label="Subject"
          otherAs="a site, a pool, a client …"
          options={subjects}
          chosen={draft.subject}
          onChosen={set('subject')}
        />
        <NamedChoice label="Action" otherAs="any" options={ACTIONS} chosen={draft.action} onChosen={set('action')} />
        <div className="line audit-times">
          <InstantField label="From (UTC)" value={draft.from} onValue={set('from')} />
          <InstantField label="To (UTC)" value={draft.to} onValue={set('to')} />
        </div>
      </Folded>
      <div className="line">
        <Button type="submit" className="button primary">
          Find
        </Button>
        {address !== AUDIT_PATH && (
          <Link href={AUDIT_PATH} className="button">
            Show all
          </Link>
        )}
      </div>
    </form>
  );
}

interface FoldedProps {
  readonly subject: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** On a phone, where the form would take most of the screen, what is seldom asked for is one line, which opens. */
function Folded({ subject, isOpen, children }: FoldedProps) {
  if (!useIsNarrow()) return children;
  return (
    <details className="audit-folded" open={isOpen}>
      <summary>{subject === '' ? 'Filter' : `Filter: about ${subject}`}</summary>
      <div className="inline-form">{children}</div>
    </details>
  );
}

interface InstantFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

// The browser does not send what is half typed, and says why.
function InstantField({ label, value, onValue }: InstantFieldProps) {
  return (
    <TextField className="field" type="datetime-local" value={value} onChange={onValue}>
      <Label>{label}</Label>
      <Input step="any" max="9999-12-31T23:59" />
      <FieldError />
    </TextField>
  );
}

function draftOf(filter: AuditFilter, subjects: readonly KnownOption[]): Draft {
  const { action = '', actor = '', from, to } = filter;
  return { action, actor, subject: subjectOf(filter, subjects), from: fieldOf(from), to: fieldOf(to) };
}

function filterOf(draft: Draft): AuditFilter {
  const given = { ...draft, from: instantOf(draft.from), to: instantOf(draft.to) };
  const named = DRAFTED.map((name) => [name, given[name].trim()] as const).filter(([, text]) => text !== '');
  return aboutSubject(Object.fromEntries(named));
}
