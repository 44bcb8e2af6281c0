"""What people do: verb phrases by kind, and the verbs that take any object of a noun class.

``play | football = jouer | au football``; "se" before a French verb makes it reflexive, a final ``!`` keeps its participle
unchanged (elle s'est lavé les mains) or takes avoir (elle a sorti la poubelle).
"""

from .clauses import VerbPhrase
from .lexicon import NOUNS, _sections
from .phrases import Chooser, Pair, a, my, some, the

# Kinds: habit (often, every week), event (once, at a moment), both; rest of the day follows from the kind.
ACTIVITY_TEXT = """
[sport] play | football = jouer | au football; play | tennis = jouer | au tennis; play | basketball = jouer | au basket; play | rugby = jouer | au rugby; play | chess = jouer | aux échecs;
 play | cards = jouer | aux cartes; play | video games = jouer | aux jeux vidéo; play | volleyball = jouer | au volley; play | table tennis = jouer | au ping-pong;
 do | yoga = faire | <du> yoga; do | gymnastics = faire | <de la> gymnastique; do | judo = faire | <du> judo; go | skiing = faire | <du> ski; go | sailing = faire | <de la> voile; go | climbing = faire | <de l'> escalade;
 swim | in the lake = nager | dans le lac; swim | in the sea = nager | dans la mer; run | in the park = courir | dans le parc; run | in the forest = courir | dans la forêt; ride | <my> bike = faire | <du> vélo;
 walk | in the mountains = marcher | en montagne; walk | in the forest = marcher | dans la forêt; go | to the gym = aller | à la salle de sport; go | to the swimming pool = aller | à la piscine
[leisure] listen | to music = écouter | <de la> musique; listen | to the radio = écouter | la radio; watch | television = regarder | la télévision; watch | films = regarder | <des> films; read | novels = lire | <des> romans;
 read | the newspaper = lire | le journal; read | in bed = lire | au lit; play | the piano = jouer | <du> piano; play | the guitar = jouer | <de la> guitare; play | the violin = jouer | <du> violon; play | the flute = jouer | <de la> flûte;
 sing | in the shower = chanter | sous la douche; sing | in a choir = chanter | dans une chorale; dance | with <my> friends = danser | avec <mes> amis; draw | animals = dessiner | <des> animaux; paint | landscapes = peindre | <des> paysages;
 take | photos = prendre | <des> photos; go | to the cinema = aller | au cinéma; go | to the theatre = aller | au théâtre; go | to the museum = aller | au musée; go | to the beach = aller | à la plage; go | to the library = aller | à la bibliothèque;
 go | to the park = aller | au parc; go | to the market = aller | au marché; go | to the restaurant = aller | au restaurant; go out | with <my> friends = sortir | avec <mes> amis; stay | at home = rester | à la maison; walk | <my> dog = promener | <mon> chien;
 go | for a walk by the river = se promener | au bord de la rivière; go | for a walk in the park = se promener | dans le parc; travel | by train = voyager | en train; visit | museums = visiter | <des> musées;
 visit | <my> grandparents = rendre visite | à <mes> grands-parents; go | fishing = aller | à la pêche; go | camping = faire | <du> camping; rest | in the garden = se reposer | dans le jardin; rest | on the sofa = se reposer | sur le canapé;
 look | at the stars = regarder | les étoiles; tell | stories = raconter | <des> histoires; collect | stamps = collectionner | les timbres; chat | with the neighbours = bavarder | avec les voisins; have | fun = s'amuser |; write | poems = écrire | <des> poèmes;
 learn | Spanish = apprendre | l'espagnol; learn | to drive = apprendre | à conduire; learn | to swim = apprendre | à nager; invite | some friends = inviter | <des> amis; sleep | in a tent = dormir | sous la tente
[home] do | the dishes = faire | la vaisselle; do | the housework = faire | le ménage; do | the shopping = faire | les courses; do | the laundry = faire | la lessive; do | the ironing = faire | le repassage; make | dinner = préparer | le dîner; make | breakfast = préparer | le petit déjeuner;
 make | a cake = faire | <un> gâteau; make | soup = faire | <de la> soupe; make | coffee = faire | <du> café; make | <my> bed = faire | <mon> lit; tidy | <my> room = ranger | <ma> chambre; tidy | the kitchen = ranger | la cuisine; clean | the house = nettoyer | la maison;
 clean | the bathroom = nettoyer | la salle de bains; wash | the car = laver | la voiture; wash | the windows = laver | les vitres; water | the flowers = arroser | les fleurs; water | the plants = arroser | les plantes; work | in the garden = travailler | dans le jardin;
 mow | the lawn = tondre | la pelouse; feed | the cat = nourrir | le chat; feed | the birds = nourrir | les oiseaux; set | the table = mettre | la table; clear | the table = débarrasser | la table; take | the bins out = sortir | les poubelles!; cook | for <my> friends = cuisiner | pour <mes> amis;
 wash | <my> hands = se laver | les mains!; brush | <my> teeth = se brosser | les dents!; get up | early = se lever | tôt; get up | late = se lever | tard; go | to bed early = se coucher | tôt; go | to bed late = se coucher | tard; wake up | at six o'clock = se réveiller | à six heures;
 look | after <my> little brother = s'occuper | de <mon> petit frère; look | after the children = s'occuper | des enfants; have | a shower = prendre | <une> douche; have | a bath = prendre | <un> bain; have | breakfast = prendre | <mon> petit déjeuner; have | lunch at home = déjeuner | à la maison; have | dinner at home = dîner | à la maison
[work] work | in an office = travailler | dans un bureau; work | at home = travailler | à la maison; work | on Saturdays = travailler | le samedi; go | to work by bike = aller | au travail à vélo; go | to school on foot = aller | à l'école à pied; take | the bus = prendre | le bus; take | the train = prendre | le train;
 take | the underground = prendre | le métro; do | <my> homework = faire | <mes> devoirs; learn | new words = apprendre | de nouveaux mots; write | emails = écrire | <des> courriels; answer | the phone = répondre | au téléphone; help | <my> parents = aider | <mes> parents; help | <my> colleagues = aider | <mes> collègues;
 call | <my> mother = appeler | <ma> mère; call | <my> grandmother = appeler | <ma> grand-mère; talk | to <my> boss = parler | à <mon> patron; ask | questions = poser | <des> questions; study | in the library = étudier | à la bibliothèque; study | for the exam = réviser | pour l'examen; arrive | on time = arriver | à l'heure;
 arrive | late = arriver | en retard; come | home late = rentrer | tard; come | home at six o'clock = rentrer | à six heures; leave | the house early = partir | tôt de la maison; finish | work late = finir | le travail tard; have | lunch with <my> colleagues = déjeuner | avec <mes> collègues; speak | English at work = parler | anglais au travail
[event] buy | a new car = acheter | <une> nouvelle voiture; buy | a house = acheter | <une> maison; sell | <my> car = vendre | <ma> voiture; sell | <my> bike = vendre | <mon> vélo; find | a job = trouver | <un> travail; lose | <my> keys = perdre | <mes> clés; lose | <my> wallet = perdre | <mon> portefeuille;
 lose | <my> phone = perdre | <mon> téléphone; forget | <my> umbrella = oublier | <mon> parapluie; forget | <my> bag = oublier | <mon> sac; miss | the bus = rater | le bus; miss | the train = rater | le train; win | the match = gagner | le match; win | first prize = gagner | le premier prix; pass | the exam = réussir | l'examen;
 fail | the exam = rater | l'examen; repair | the roof = réparer | le toit; repair | <my> bike = réparer | <mon> vélo; break | a glass = casser | <un> verre; break | a plate = casser | <une> assiette; break | <my> arm = se casser | le bras!; break | <my> leg = se casser | la jambe!;
 change | jobs = changer | de travail; move | to Lyon = déménager | à Lyon; move | to Paris = déménager | à Paris; meet | the new teacher = rencontrer | le nouveau professeur; meet | the neighbours = rencontrer | les voisins; see | a good film = voir | <un> bon film; receive | a letter = recevoir | <une> lettre;
 receive | a parcel = recevoir | <un> colis; send | a postcard = envoyer | <une> carte postale; write | a letter = écrire | <une> lettre; book | a room = réserver | <une> chambre; book | a table = réserver | <une> table; go | to the hairdresser's = aller | chez le coiffeur; go | to the dentist's = aller | chez le dentiste;
 go | to the doctor's = aller | chez le médecin; leave | for Italy = partir | pour l'Italie; leave | for Spain = partir | pour l'Espagne; come | back from London = revenir | de Londres; come | home by taxi = rentrer | en taxi; go | back to school = retourner | à l'école; cook | a fish = préparer | <un> poisson;
 plant | a tree = planter | <un> arbre; plant | tomatoes = planter | <des> tomates; paint | the kitchen = peindre | la cuisine; paint | the bedroom = peindre | la chambre; start | a new job = commencer | <un> nouveau travail; finish | the book = finir | le livre; choose | a present = choisir | <un> cadeau;
 take | the lift = prendre | l'ascenseur; open | a shop = ouvrir | <un> magasin; sign | the contract = signer | le contrat; borrow | some money = emprunter | <de l'> argent; pay | the bill = payer | l'addition; wait | for the bus = attendre | le bus; wait | for <my> sister = attendre | <ma> sœur; lend | <my> car = prêter | <ma> voiture;
 hear | a strange noise = entendre | <un> bruit étrange; visit | the castle = visiter | le château; fall | off <my> bike = tomber | de vélo; fall | down the stairs = tomber | dans l'escalier; climb | to the top of the tower = monter | en haut de la tour; go | to a concert = aller | à un concert; sleep | well = dormir | bien;
 sleep | badly = dormir | mal; get | married = se marier |; hurry | = se dépêcher |; get | lost in the forest = se perdre | dans la forêt; stop | in front of the shop = s'arrêter | devant le magasin; fall | asleep on the sofa = s'endormir | sur le canapé; buy | some bread = acheter | <du> pain; buy | some flowers = acheter | <des> fleurs
"""


def verb_phrase(entry: str) -> VerbPhrase:
    """Read one entry of the table."""
    left, right = (side.strip() for side in entry.split("="))
    verb, rest = (part.strip() for part in left.split("|"))
    french, french_rest = (part.strip() for part in right.split("|"))
    agrees = not french_rest.endswith("!")
    reflexive = french.startswith(("se ", "s'"))
    if reflexive:
        french = french.removeprefix("se ").removeprefix("s'")
    if french == "rendre visite":
        french, french_rest = "rendre", "visite " + french_rest
    return VerbPhrase(verb, rest, french, french_rest.rstrip("!"), reflexive, agrees)


ACTIVITIES = {name: tuple(map(verb_phrase, entries)) for name, entries in _sections(ACTIVITY_TEXT).items()}

# English verb, French verb, noun classes, determiners: a (a/un), s (some/du), p (some plural), t (the), m (my)
TRANSITIVE_TEXT = """
[habit] eat = manger: food s, fruit p, vegetable p; drink = boire: drink s; buy = acheter: food s, fruit p, vegetable p, drink s; wear = porter: garment a, shoes p; read = lire: readable t; watch = regarder: viewing t
[event] eat = manger: food s, fruit a; drink = boire: drink s; buy = acheter: food s, fruit p, vegetable p, garment a, shoes p, gift a, furniture a, vehicle a; sell = vendre: vehicle m, furniture t, instrument m; read = lire: readable a; watch = regarder: viewing a;
 lose = perdre: carried m; forget = oublier: carried m; find = trouver: carried m; look for = chercher: carried m; open = ouvrir: door t; close = fermer: door t; write = écrire: message a; send = envoyer: message a; receive = recevoir: message a; break = casser: kitchenware a, furniture t;
 wash = laver: washable t; clean = nettoyer: washable t; repair = réparer: repair t; choose = choisir: gift a, garment a; need = avoir besoin: none n; turn off = éteindre: light t; turn on = allumer: light t; prepare = préparer: food s; visit = visiter: place t; photograph = photographier: nature t; draw = dessiner: nature a, animal a; see = voir: wild a, animal a, viewing a
"""


def _object(rng: Chooser, noun_class: str, determiner: str) -> Pair:
    noun = rng.pick(NOUNS[noun_class])
    if determiner == "a":
        return a(noun)
    if determiner == "s":
        return some(noun)
    if determiner == "p":
        return some(noun, "p")
    return the(noun) if determiner == "t" else my(noun)


def _frames() -> dict[str, tuple[tuple[str, str, str, str], ...]]:
    frames: dict[str, tuple[tuple[str, str, str, str], ...]] = {}
    for name, entries in _sections(TRANSITIVE_TEXT).items():
        rows = []
        for entry in entries:
            verbs, objects = entry.split(":")
            english, french = (side.strip() for side in verbs.split("="))
            rows += [(english, french, *thing.split()) for thing in objects.split(",")]
        frames[name] = tuple(row for row in rows if row[2] != "none")
    return frames


FRAMES = _frames()


def transitive(rng: Chooser, kind: str) -> VerbPhrase:
    """A verb with an object of its class: buy some bread, lose my keys, repair the roof."""
    english, french, noun_class, determiner = rng.pick(FRAMES[kind])
    return VerbPhrase(english, (thing := _object(rng, noun_class, determiner))[0], french, thing[1])


def habit(rng: Chooser) -> VerbPhrase:
    """Something done again and again."""
    if rng.chance(0.25):
        return transitive(rng, "habit")
    return rng.pick(ACTIVITIES[rng.pick(("sport", "leisure", "home", "work"))])


UNWANTED = ("lose", "forget", "miss", "fail", "break", "fall", "get lost", "hear", "receive")


def unwanted(phrase: VerbPhrase) -> bool:
    """Whether it only happens to people: nobody hopes to lose his keys."""
    return phrase.english in UNWANTED or phrase.english_rest in ("lost in the forest", "badly", "well")


def event(rng: Chooser) -> VerbPhrase:
    """Something that happened once, wanted or not."""
    return transitive(rng, "event") if rng.chance(0.5) else rng.pick(ACTIVITIES["event"])


def plan(rng: Chooser) -> VerbPhrase:
    """Something done once on purpose."""
    while unwanted(phrase := event(rng)):
        continue
    return phrase


def anything(rng: Chooser) -> VerbPhrase:
    """A habit or a plan."""
    return habit(rng) if rng.chance(0.6) else plan(rng)
