import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface TabsProps<Id extends string> {
  /** The name of the group of tabs for screen readers. */
  label: string;
  tabs: { id: Id; label: ReactNode; content: ReactNode }[];
  value: Id;
  onChange: (id: Id) => void;
}

export function Tabs<Id extends string>({ label, tabs, value, onChange }: TabsProps<Id>) {
  return (
    <Base.Root value={value} onValueChange={(id: Id) => onChange(id)}>
      <Base.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            className="-mb-px min-h-11 border-b-3 border-transparent px-4 font-semibold whitespace-nowrap text-ink-soft -outline-offset-3 hover:text-ink data-active:border-spot data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        // Base UI removes the old panel one frame late. Hide the old panel, because it would appear below the
        // new panel for a moment.
        <Base.Panel key={tab.id} value={tab.id} className="pt-6 data-ending-style:hidden">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
