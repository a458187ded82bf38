import type { ReactNode } from 'react';
import { RequireSiteAdmin } from '../../layout/guards.tsx';
import { SidebarPage } from '../../layout/sidebar/sidebar-page.tsx';
import { AdminNav, type AdminSection } from './admin-nav.tsx';

export interface AdminFrameProps {
  section: AdminSection;
  heading: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function AdminFrame({ section, heading, actions, children }: AdminFrameProps) {
  return (
    <RequireSiteAdmin>
      {() => (
        <SidebarPage
          title="Admin Dashboard"
          subtitle="Everything on this site"
          renderNav={(onChoose) => <AdminNav section={section} onChoose={onChoose} />}
          heading={heading}
          actions={actions}
        >
          {children}
        </SidebarPage>
      )}
    </RequireSiteAdmin>
  );
}
