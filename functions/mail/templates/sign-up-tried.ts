import { mailContents } from '../mail-contents.ts'
import { button, mail, note, text } from './markup.ts'
import { template } from './template.ts'

/** To the owner of an address with which somebody tried to sign up again. */
export const signUpTried = template(mailContents['sign-up-tried'], ({ signInUrl }) =>
  mail('You have an account already', [
    text('Somebody tried to sign up at Darkslide with this email address, which has an account already.'),
    text('If it was you: sign in with your password, or choose “Forgot your password?” there to set a new one.'),
    button('Sign in or reset your password', signInUrl),
    note('If it was not you, there is nothing to do: nobody got in, and nobody was told that you have an account.'),
  ]),
)
