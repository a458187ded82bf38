import type { ReactNode } from 'react';

export interface GroupProps {
  title: string;
  children: ReactNode;
}

export function Group({ title, children }: GroupProps) {
  return (
    <section className="mt-14">
      <h2 className="text-3xl font-semibold">{title}</h2>
      <div className="mt-5 grid grid-cols-1 gap-8">{children}</div>
    </section>
  );
}

export interface SpecimenProps {
  /** The component and the state that it shows. */
  name: string;
  children: ReactNode;
}

export function Specimen({ name, children }: SpecimenProps) {
  return (
    <div>
      <h3 className="text-[0.9375rem] font-medium text-ink-soft">{name}</h3>
      <div className="mt-2">{children}</div>
    </div>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}

export const longText =
  'A Most Remarkably Long Evening of Unaccompanied Renaissance Polyphony and Donaudampfschifffahrtsgesellschaft';
