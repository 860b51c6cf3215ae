/**
 * What stands on the pages until the operator gives words of their own (`legalFolder` in docs/deploying.md). They say
 * what this product does, not what its operator promises: whoever runs a site must replace them.
 */
export const defaultTerms = `# Who sells
Photographs here are sold by the photographer named beside them. This site takes the payment for the photographer, keeps a fee of 10% and hands you the files.

# What you buy
You buy digital files: the original, and a smaller size for screens. You may use them for yourself, your family and your club. Copyright stays with the photographer; selling the files on or using them in advertising needs the photographer’s permission.

# Price and payment
Prices are in pounds and are what you pay. Cards are charged by Stripe; we never see the card number. The contract is made when the payment is confirmed, and a receipt with a link to your photos is sent to the address that you give.

# Delivery and cancelling
Photos can be downloaded at once, and the link in the receipt does not expire. A consumer may cancel a purchase made at a distance within 14 days. With files that are delivered at once this right ends when the delivery begins, if you have agreed to it; that is the box in the cart.

# When something is wrong
If a file is damaged, is not the photo that was shown, or cannot be opened, write to us: it is replaced or paid back. Your rights under the Consumer Rights Act 2015 are not touched by these terms.

# For photographers
You may only upload photographs that are yours to sell, and only of people who may be shown. 90% of every sale is yours; it becomes available 48 hours after the payment and is paid out weekly. Galleries that break the law or the rights of others are taken down.`

export const defaultPrivacy = `# Who is responsible
Whoever runs this site is the controller of what is kept here; the contact page says who that is and how to reach them.

# What is kept when you look around
No advertising and no tracking. The browser keeps a random number of ours, so that your likes and your cart are still there tomorrow; it is not shared with anyone. Views of a gallery are counted without your name. Addresses of computers are used to fend off abuse and are not kept with what you looked at.

# What is kept when you buy
Your name, email address, the photos, the amount, the time, and that you agreed to delivery at once. It is needed to hand you the files and to keep books as the law requires, which is six years. The photographers see what was sold, not the number of your card. Stripe, our payment provider, processes the payment and keeps what the law asks of it.

# What is kept when you sell
Your email address, profile, galleries and photos, and the sums of your sales. Place, serial numbers and other personal details are taken out of every photo before anybody else receives it; only a RAW file keeps its camera’s own notes, which may hold the camera’s serial number and the name of its owner. The way to your bank account is known to Stripe alone.

# Who helps us
Amazon Web Services stores data and photos and sends emails; Stripe takes payments and pays photographers. Nobody else receives your data.

# Your rights
You may see your data, have it corrected, take it with you, object, and have it erased; photographers delete their account in the settings. Write to the address on the contact page. You may also complain to the Information Commissioner’s Office (ico.org.uk).`
