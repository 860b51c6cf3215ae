import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Field, Form, Input, TextArea } from '#frontend/ui/field.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { type OwnProfile, UpdateProfile } from '#schema/api/profiles.ts'
import { limits } from '#schema/limits.ts'
import { useMe, useUpdateMe } from './queries.ts'

const valuesOf = (me: OwnProfile) => ({ displayName: me.displayName, bio: me.bio, websiteUrl: me.websiteUrl ?? '' })

/** Display name, bio and website; the e-mail is shown and cannot be changed here. */
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
  })
  const { values, set, errorOf } = form
  return (
    <Form ref={form.form} onSubmit={form.submit} aria-label="Profile">
      <Field label="Display Name" error={errorOf('displayName')}>
        <Input
          autoComplete="name"
          value={values.displayName}
          maxLength={limits.profile.displayNameLength}
          onChange={(event) => set('displayName', event.currentTarget.value)}
        />
      </Field>
      <Field label="Email" hint="Email cannot be changed here. Contact support if needed.">
        <Input type="email" value={me.email} readOnly background="sunken" />
      </Field>
      <Field label="Bio" error={errorOf('bio')} hint="Shown on your public page.">
        <TextArea
          rows={4}
          value={values.bio}
          maxLength={limits.profile.bioLength}
          onChange={(event) => set('bio', event.currentTarget.value)}
        />
      </Field>
      <Field label="Website URL" error={errorOf('websiteUrl')}>
        <Input
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://example.com"
          value={values.websiteUrl}
          maxLength={limits.profile.websiteLength}
          onChange={(event) => set('websiteUrl', event.currentTarget.value)}
        />
      </Field>
      <div>
        <Button type="submit" variant="accent" busy={form.busy} busyLabel="Saving...">
          Save Changes
        </Button>
      </div>
    </Form>
  )
}
