import { Download } from 'lucide-react'
import * as z from 'zod'
import { saveBlob } from '#frontend/shared/download/save-blob.ts'
import { LongTextField } from '#frontend/shared/forms/fields.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Form } from '#frontend/ui/field.tsx'
import { Row } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { StartList } from './start-list.ts'

const Body = z.object({ numbers: StartList })

type NumberCardsFormProps = {
  title: string
  accessCode: string | null
  /** The gallery's address. */
  link: string
}

/** Makes a card to print for each number of a race. The list stays in the browser. */
export const NumberCardsForm = ({ title, accessCode, link }: NumberCardsFormProps) => {
  const form = useForm({
    initial: { numbers: '' },
    // Typed or pasted beside other things: a tap beside the dialog closes it.
    draft: { key: `number cards ${link}`, isReused: true },
    schema: Body,
    bodyOf: (typed) => typed,
    send: async ({ numbers }) => {
      const { numberCardsAsPdf } = await import('./number-cards.ts')
      const linkOf = (number: string) => `${link}?number=${encodeURIComponent(number)}`
      saveBlob(
        await numberCardsAsPdf({ title, accessCode, numbers: StartList.parse(numbers), linkOf }),
        `${title} number cards.pdf`,
      )
    },
    onRefusal: () => toast({ title: 'Cards not made', description: 'Please try again.' }),
  })
  return (
    <Form ref={form.form} onSubmit={form.submit} gap="3">
      <LongTextField
        {...form.field('numbers')}
        label="Start list"
        rows={4}
        spellCheck={false}
        placeholder="1-250, 301, A17"
        hint="One number a line, divided by commas, or as ranges. Eight cards a sheet of A4, each with a code that leads to the photos of its number."
      />
      <Row>
        <Button type="submit" size="sm" busy={form.busy} busyLabel="Making cards...">
          <Download aria-hidden />
          Number cards (PDF)
        </Button>
      </Row>
    </Form>
  )
}
