import { Fragment } from 'react';

/** A username or an email address that wraps after a dot, dash, underscore or @ instead of inside a word. */
export function BreakableName({ name }: { name: string }) {
  return splitName(name).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** Splits `mara.ellis` into `mara.` and `ellis`. */
function splitName(name: string): string[] {
  return name.split(/(?<=[._@-])(?=[^._@-])/);
}
