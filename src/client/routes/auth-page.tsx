import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { safeNextPath } from '../../shared/next-path.ts';
import { reviewTimeText } from '../../shared/site-settings.ts';
import { AcademyClaims } from '../features/auth/academy-claims.tsx';
import { AuthPanel, loadTab } from '../features/auth/auth-panel.tsx';
import { DocumentsReceived } from '../features/auth/documents-received.tsx';
import { useWantedProduct } from '../features/auth/use-wanted-product.ts';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { useSiteSettings } from '../features/settings/use-site-settings.ts';
import { hasOwnDraft } from '../lib/draft-owner.ts';
import { readAuthSearch } from '../lib/search-params.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { PageLoading } from '../routing/page-loading.tsx';
import { Page } from '../ui/page.tsx';

/** Loads the JavaScript of the tab that the URL names, before the page opens. */
export async function loadAuthTab(search: object): Promise<void> {
  await loadTab(readAuthSearch({ ...search }).tab);
}

/** Login and Sign Up. Logged-in users are redirected, on arrival and after logging in. */
export function AuthPage() {
  // During navigation to another page, this page may be rendered once more without a match of its route.
  const { tab = 'login', next } = useSearch({ from: '/auth', shouldThrow: false }) ?? {};
  const { user } = useCurrentUser();
  const settings = useSiteSettings();
  const [registered, setRegistered] = useState(false);
  const navigate = useNavigate({ from: '/auth' });
  const { history } = useRouter();
  const nextPath = safeNextPath(next);
  const target = nextPath ?? '/coaching';
  const isRedirecting = Boolean(user) && !registered;
  const wantedProduct = useWantedProduct(nextPath);
  // False on the server, which cannot read the storage of the browser tab.
  const hasApplicationDraft = useHydrated() && nextPath === '/kyc' && hasOwnDraft('kyc');

  useEffect(() => {
    // Replaces the history entry, so that the back button skips this page.
    if (isRedirecting) history.replace(target);
  }, [isRedirecting, history, target]);

  if (registered) {
    return (
      <Page width="narrow">
        <DocumentsReceived next={nextPath} />
      </Page>
    );
  }
  if (isRedirecting) return <PageLoading />;
  return (
    <Page>
      <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
        <div className="min-w-0">
          <h1 className="text-2xl font-bold sm:text-3xl">
            {wantedProduct &&
              `Log in or sign up to ${wantedProduct.price ? 'buy' : 'open'} ${wantedProduct.text}`}
            {!wantedProduct && (tab === 'signup' ? 'Create your account' : 'Back to your study desk')}
          </h1>
          <p className="mt-2 mb-6 measure text-muted">
            {tab === 'signup' ? (
              <>
                Enter your details and send both sides of one document. A person checks them, usually within{' '}
                <span className="whitespace-nowrap">{reviewTimeText(settings)}</span>.
              </>
            ) : (
              'Log in to open your library, your coaching plans and your sessions. New here? Sign up first.'
            )}
            {hasApplicationDraft && ' What you typed in your application is kept.'}
          </p>
          {/* Rendered before the user is known, because most visitors of this page are logged out. */}
          <AuthPanel
            tab={tab}
            onTabChange={(chosen) =>
              navigate({
                search: (search) => ({ ...search, tab: chosen }),
                replace: true,
                resetScroll: false,
              })
            }
            onRegistered={() => setRegistered(true)}
          />
        </div>
        <AcademyClaims signsUp={tab === 'signup'} />
      </div>
    </Page>
  );
}
