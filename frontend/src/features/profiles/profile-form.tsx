import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { DraftNotice } from '#frontend/shared/forms/draft-notice.tsx'
import { LongTextField, TextField } from '#frontend/shared/forms/fields.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { useMe, useUpdateMe } from '#frontend/shared/session/me.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Field, Form, Input } from '#frontend/ui/field.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { type OwnProfile, UpdateProfile } from '#schema/api/profiles.ts'
import { limits } from '#schema/limits.ts'

const valuesOf = (me: OwnProfile) => ({ displayName: me.displayName, bio: me.bio, websiteUrl: me.websiteUrl ?? '' })

/** Display name, bio and website; the email is shown and cannot be changed here. */
export const ProfileForm = ({ me }: { me: OwnProfile }) => {
  const update = useUpdateMe()
  const { refetch } = useMe()
  const form = useForm({
    initial: valuesOf(me),
    schema: UpdateProfile,
    bodyOf: (values) => ({ version: me.version, ...values }),
    send: async (body) => {
      const saved = await update.mutateAsync({ body })
      form.reset(valuesOf(saved))
      toast({ kind: 'success', title: 'Profile updated', description: 'Your profile has been saved.' })
    },
    fieldOfCode: { invalid_website: 'websiteUrl' },
    onRefusal: (error) => {
      if (codeOf(error) === 'changed_meanwhile') void refetch()
      toast({
        title: 'Failed to update profile',
        description:
          codeOf(error) === 'changed_meanwhile'
            ? 'It was changed in another tab meanwhile. Save again to keep what stands here.'
            : sentenceOf(error),
      })
    },
    draft: { key: 'profile' },
  })
  const { field } = form
  return (
    <Form ref={form.form} onSubmit={form.submit} aria-label="Profile">
      <DraftNotice form={form} />
      <TextField
        {...field('displayName')}
        label="Display Name"
        hint="Left empty, it is the part of your email before the @."
        autoComplete="name"
        maxLength={limits.profile.displayNameLength}
      />
      <Field label="Email" hint="Email cannot be changed here. Contact support if needed.">
        <Input type="email" value={me.email} readOnly background="sunken" />
      </Field>
      <LongTextField
        {...field('bio')}
        label="Bio"
        hint="Shown on your public page."
        rows={4}
        maxLength={limits.profile.bioLength}
      />
      <TextField
        {...field('websiteUrl')}
        label="Website URL"
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://example.com"
        maxLength={limits.profile.websiteLength}
      />
      <div>
        <Button type="submit" variant="accent" busy={form.busy} busyLabel="Saving...">
          Save Changes
        </Button>
      </div>
    </Form>
  )
}
