import { getRouteApi } from '@tanstack/react-router';
import type { Site } from '../site.ts';

const root = getRouteApi('__root__');

export function useSite(): Site {
  return root.useRouteContext({ select: (context) => context.site });
}
