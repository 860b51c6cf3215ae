import { mailContents } from '../mail-contents.ts'
import { button, mail, note, text } from './markup.ts'
import { template } from './template.ts'

/** To an address that somebody left in a gallery: the only mail it is sent until its owner answers. */
export const addressConfirmation = template(
  mailContents['address-confirmation'],
  ({ accent, logo, photographerName, title, link }) =>
    mail(
      `Is this your address? Mails from ${photographerName}`,
      [
        text(`Hello, somebody left this address in “${title}”, a gallery by ${photographerName}, to hear from them.`),
        text('If it was you, please confirm it. The link works for seven days.'),
        button('Confirm my address', link),
        note('If it was not you, there is nothing to do: without your answer nothing more is sent.'),
      ],
      { accent, logo, name: photographerName },
    ),
)
