import { LoaderCircle } from 'lucide-react';

/** Decoration beside words that say what is going on. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="shrink-0 animate-spin" />;
}
