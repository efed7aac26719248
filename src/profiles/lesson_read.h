/* lesson_read.h: what a lesson's file holds besides its name and its scenario. Private to profiles.
 *
 *   settings = ( { name = "honest"; title = "what links reach"; from = "start"; set = [ "link.basis=achieved" ]; } );
 *   screens  = ( { text = [ "A paragraph with {tp.time}.", "Another." ]; on = "honest"; ask = "..."; answer = "...";
 *                  point = [ "scaleup.bandwidth" ]; bar = "tp.exposed"; tab = "Traffic"; } );
 *   expect   = ( { figure = "tp.time"; on = "honest"; is = "83.5 ms"; within = "0.5 %"; } );
 */
#ifndef RINGSIDE_PROFILES_LESSON_READ_H
#define RINGSIDE_PROFILES_LESSON_READ_H

#include "profiles/document.h"

/* Read all of them into profile->lesson, which is made here.
 *
 *   given     a profile whose model, cluster and settings are read
 *   note      what is wrong goes to the document's complaints
 */
void lesson_read(const struct document *document, const struct catalogue *catalogue, struct profile *profile);

#endif
