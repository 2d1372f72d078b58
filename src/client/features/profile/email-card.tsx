import { trpc } from '../../trpc.ts';
import { Card } from '../../ui/card.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { showFailure } from '../../ui/toast.tsx';

/** Switches for optional emails. If saving fails, a switch returns to the server's value. */
export function EmailCard() {
  const preferences = trpc.email.preferences.useQuery();
  const utils = trpc.useUtils();
  const change = trpc.email.setPreference.useMutation({
    onSuccess: (saved) => utils.email.preferences.setData(undefined, saved),
    onError: showFailure('Not saved'),
  });
  const shown = (kind: string, enabled: boolean) =>
    change.isPending && change.variables.kind === kind ? change.variables.enabled : enabled;

  return (
    <Card as="section" aria-labelledby="mail-title">
      <h2 id="mail-title" className="text-lg font-semibold">
        Emails
      </h2>
      <p className="mt-2 text-muted">
        Emails about your account, your payments and decisions are always sent. You can turn these on or off:
      </p>
      <div className="mt-4 flex flex-col gap-4">
        <QueryView query={preferences} skeleton={<Skeleton className="h-12 w-full" />}>
          {(list) =>
            list.map(({ kind, label, description, enabled }) => (
              <SwitchField
                key={kind}
                label={label}
                hint={description}
                checked={shown(kind, enabled)}
                disabled={change.isPending}
                onChange={(event) => change.mutate({ kind, enabled: event.currentTarget.checked })}
              />
            ))
          }
        </QueryView>
      </div>
    </Card>
  );
}
