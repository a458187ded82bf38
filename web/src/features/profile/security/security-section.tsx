import { type ReactNode, useId } from 'react';
import { Card } from '../../../ui/card.tsx';

export interface SecuritySectionProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

export function SecuritySection({ title, description, children }: SecuritySectionProps) {
  const id = useId();
  return (
    <Card className="p-6 sm:p-8">
      <section aria-labelledby={id}>
        <h2 id={id} className="text-3xl font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-ink-soft">{description}</p>
        <div className="mt-5 border-t border-line pt-5">{children}</div>
      </section>
    </Card>
  );
}
