import { z } from 'zod';
import { tagName } from '../../../../shared/admin/bulk-users.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Section } from '../../../ui/page.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';
import { TagField } from './tag-field.tsx';

const schema = z.object({ tag: tagName });

/** A user's tags, which the list of users can be filtered by. */
export function UserTags({ userId, tags }: { userId: string; tags: readonly string[] }) {
  const form = useFormFields({ initial: () => ({ tag: '' }), schema });
  const adding = useAction(
    trpc.admin.users.addTag.useMutation({
      onSuccess: () => void form.resetSent({ tag: '' }),
      // After an error too: without a response, the tag may have been added.
      onSettled: useRefresh().onSettled,
    }),
    { form },
  );
  return (
    <Section title="Tags">
      {tags.length > 0 && (
        <ul className="mb-3 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag}>
              <RemovableTag userId={userId} tag={tag} />
            </li>
          ))}
        </ul>
      )}
      <Form
        ref={form.formRef}
        aria-label="New tag"
        className="flex max-w-md items-end gap-3"
        onSubmit={() => adding.submit(() => form.checkWith({ ids: [userId] }))}
      >
        <TagField {...form.field('tag')} className="min-w-0 flex-1" />
        <Button type="submit" variant="secondary" busy={adding.isPending} busyLabel="Adding...">
          Add tag
        </Button>
      </Form>
      <FormError title="The tag was not added" failure={adding.failure} />
    </Section>
  );
}

/** Each tag is removed by an action of its own, so that several can be removed at the same time. */
function RemovableTag({ userId, tag }: { userId: string; tag: string }) {
  const { run } = useAction(
    trpc.admin.users.removeTag.useMutation({
      onError: showFailure(`“${tag}” was not removed`),
      onSettled: useRefresh().onSettled,
    }),
  );
  return (
    <Badge className="max-w-full gap-1 pr-0">
      <span className="truncate">{tag}</span>
      <button
        type="button"
        aria-label={`Remove the tag ${tag}`}
        className="min-h-6 min-w-6 rounded-control text-muted hover:text-danger"
        onClick={() => run({ id: userId, tag })}
      >
        <span aria-hidden="true">×</span>
      </button>
    </Badge>
  );
}
