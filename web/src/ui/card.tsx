import type { ComponentPropsWithRef } from 'react';
import { classes } from './classes.ts';

export function Card({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  return <div {...rest} className={classes('rounded-2xl border border-line bg-raised', className)} />;
}
