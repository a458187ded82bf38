import type { ReactNode } from 'react';

// The icon set has no brand icons, so these are our own drawings.
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

export function XIcon() {
  return (
    <Icon>
      <path d="M4 4l16 16M20 4L4 20" />
    </Icon>
  );
}

export function InstagramIcon() {
  return (
    <Icon>
      <rect x="3" y="3" width="18" height="18" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17.2 6.8h.01" />
    </Icon>
  );
}

export function LinkedInIcon() {
  return (
    <Icon>
      <path d="M5 10v9M10 19v-9M10 14a4.5 4.5 0 0 1 9 0v5M5 5.5h.01" />
    </Icon>
  );
}
