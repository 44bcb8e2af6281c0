"""The words: nouns by class, adjectives by what they may describe, activities, times, places.

Nouns are written ``english[/plural] = french[/plural] gender``; a class says what its nouns can do in a sentence
(food is eaten, clothes are worn), which keeps the sentences sensible.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from . import english as en
from . import french as fr


@dataclass(frozen=True)
class Noun:
    """A noun with its English and French singular and plural, and its French gender ("m" or "f")."""

    english: str
    english_plural: str
    french: str
    french_plural: str
    gender: str


@dataclass(frozen=True)
class Adjective:
    """An adjective: English, French masculine singular, and whether French puts it before the noun."""

    english: str
    french: str
    first: bool


def _noun(entry: str) -> Noun:
    left, right = (side.strip() for side in entry.split("="))
    words, gender = right.rsplit(" ", 1)
    french, _, french_plural = words.partition("/")
    english, _, english_plural = left.partition("/")
    if gender not in ("m", "f"):
        raise ValueError(f"lexicon entry {entry!r} has gender {gender!r}; it needs m or f at its end")
    return Noun(english, english_plural or en.plural(english), french, french_plural or fr.plural(french), gender)


def _sections(text: str) -> dict[str, list[str]]:
    """Read "[name] entry; entry" blocks into lists of entries."""
    sections: dict[str, list[str]] = {}
    for block in text.split("[")[1:]:
        name, _, body = block.partition("]")
        sections[name] = [entry.strip() for entry in body.replace("\n", " ").split(";") if entry.strip()]
    return sections


NOUN_TEXT = """
[mother] mother = mère f; sister = sœur f; grandmother = grand-mère/grands-mères f; aunt = tante f; daughter = fille f;
 wife/wives = femme f
[father] father = père m; brother = frère m; grandfather = grand-père/grands-pères m; uncle = oncle m; son = fils m;
 husband = mari m; cousin = cousin m
[acquaintance] friend = ami m; neighbour = voisin m; boss = patron m; teacher = professeur m; doctor = médecin m;
 colleague = collègue m
[children] son = fils m; daughter = fille f; brother = frère m; sister = sœur f; cousin = cousin m; child/children = enfant m
[food] bread = pain m; cheese = fromage m; rice = riz m; meat = viande f; fish/fish = poisson m; chicken = poulet m;
 ham = jambon m; soup = soupe f; salad = salade f; chocolate = chocolat m; cake = gâteau m; ice cream = glace f;
 jam = confiture f; honey = miel m; butter = beurre m; yoghurt = yaourt m
[staple] flour = farine f; sugar = sucre m; salt = sel m; pepper = poivre m; oil = huile f; cream = crème f; garlic = ail m
[drink] water = eau f; milk = lait m; coffee = café m; tea = thé m; wine = vin m; beer = bière f; lemonade = limonade f;
 orange juice = jus d'orange m; apple juice = jus de pomme m; hot chocolate = chocolat chaud m
[order] coffee = café m; tea = thé m; beer = bière f; lemonade = limonade f; sandwich = sandwich m;
 omelette = omelette f; ham sandwich = sandwich au jambon m; green salad = salade verte f; glass of water = verre d'eau m;
 glass of red wine = verre de vin rouge m; cheese omelette = omelette au fromage f; slice of cake = part de gâteau f;
 bottle of water = bouteille d'eau f; hot chocolate = chocolat chaud m; vanilla ice cream = glace à la vanille f
[fruit] apple = pomme f; pear = poire f; orange = orange f; banana = banane f; strawberry = fraise f; cherry = cerise f;
 peach = pêche f; lemon = citron m; apricot = abricot m; melon = melon m
[vegetable] carrot = carotte f; tomato/tomatoes = tomate f; potato/potatoes = pomme de terre/pommes de terre f;
 onion = oignon m; bean = haricot m; mushroom = champignon m; leek = poireau m; courgette = courgette f; egg = œuf m
[garment] shirt = chemise f; dress = robe f; skirt = jupe f; coat = manteau m; jacket = veste f; hat = chapeau m;
 jumper = pull m; scarf/scarves = écharpe f; tie = cravate f; T-shirt = tee-shirt m; raincoat = imperméable m;
 swimsuit = maillot de bain/maillots de bain m; belt = ceinture f; cap = casquette f
[shoes] shoe = chaussure f; boot = botte f; sock = chaussette f; glove = gant m; trainer = basket f; sandal = sandale f
[carried] key = clé f; bag = sac m; wallet = portefeuille m; phone = téléphone m; umbrella = parapluie m; pen = stylo m;
 book = livre m; notebook = cahier m; ticket = billet m; passport = passeport m; watch = montre f; camera = appareil photo/appareils photo m;
 suitcase = valise f; purse = porte-monnaie/porte-monnaie m; pencil = crayon m; ring = bague f; newspaper = journal m; laptop = ordinateur portable/ordinateurs portables m;
 charger = chargeur m; diary = agenda m
[gift] book = livre m; watch = montre f; scarf = écharpe f; bike = vélo m; guitar = guitare f; ring = bague f; cake = gâteau m;
 game = jeu m; camera = appareil photo/appareils photo m; necklace = collier m; postcard = carte postale/cartes postales f; plant = plante f; teddy bear = ours en peluche m;
 bag = sac m; picture = tableau m; doll = poupée f; ball = ballon m; kite = cerf-volant m; box of chocolates = boîte de chocolats f
[furniture] table = table f; chair = chaise f; bed = lit m; sofa = canapé m; lamp = lampe f; wardrobe = armoire f; desk = bureau m;
 armchair = fauteuil m; mirror = miroir m; carpet = tapis m; cupboard = placard m; shelf/shelves = étagère f; clock = horloge f; curtain = rideau m
[appliance] fridge = frigo m; oven = four m; computer = ordinateur m; television = télévision f; radio = radio f; printer = imprimante f;
 dishwasher = lave-vaisselle m; washing machine = machine à laver f; tablet = tablette f; lift = ascenseur m; heating = chauffage m; phone = téléphone m
[kitchenware] knife/knives = couteau m; fork = fourchette f; spoon = cuillère f; glass = verre m; plate = assiette f; cup = tasse f; bowl = bol m;
 bottle = bouteille f; pan = poêle f; napkin = serviette f
[surface] table = table f; desk = bureau m; bed = lit m; sofa = canapé m; shelf = étagère f; chair = chaise f; floor = sol m; armchair = fauteuil m
[container] bag = sac m; drawer = tiroir m; car = voiture f; box = boîte f; cupboard = placard m; suitcase = valise f; pocket = poche f; wardrobe = armoire f
[room] kitchen = cuisine f; bedroom = chambre f; living room = salon m; bathroom = salle de bains f; garden = jardin m; garage = garage m;
 cellar = cave f; dining room = salle à manger f; attic = grenier m; corridor = couloir m; office = bureau m; entrance = entrée f
[vehicle] car = voiture f; bike = vélo m; motorbike = moto f; lorry = camion m; boat = bateau m; caravan = caravane f
[animal] cat = chat m; dog = chien m; bird = oiseau m; horse = cheval m; rabbit = lapin m; goldfish/goldfish = poisson rouge/poissons rouges m; hamster = hamster m;
 tortoise = tortue f; parrot = perroquet m
[wild] cow = vache f; sheep/sheep = mouton m; hen = poule f; duck = canard m; pig = cochon m; goat = chèvre f; donkey = âne m; bird = oiseau m; horse = cheval m
[fear] spider = araignée f; snake = serpent m; mouse/mice = souris f; dog = chien m; wasp = guêpe f; wolf/wolves = loup m; shark = requin m; bear = ours m;
 bee = abeille f; ghost = fantôme m; thunderstorm = orage m
[place] station = gare f; museum = musée m; library = bibliothèque f; hospital = hôpital m; post office = poste f; bank = banque f;
 church = église f; town hall = mairie f; market = marché m; park = parc m; airport = aéroport m; hotel = hôtel m; school = école f; bridge = pont m;
 stadium = stade m; theatre = théâtre m; beach = plage f; harbour = port m; castle = château m; swimming pool = piscine f; university = université f; zoo = zoo m
[shop] bakery = boulangerie f; butcher's shop = boucherie f; bookshop = librairie f; chemist's = pharmacie f; supermarket = supermarché m; restaurant = restaurant m;
 café = café m; cinema = cinéma m; shoe shop = magasin de chaussures m; toy shop = magasin de jouets m; ice rink = patinoire f
[outing] cinema = cinéma m; theatre = théâtre m; beach = plage f; swimming pool = piscine f; museum = musée m; market = marché m; restaurant = restaurant m;
 park = parc m; library = bibliothèque f; stadium = stade m; mountains = montagne f; countryside = campagne f; zoo = zoo m; supermarket = supermarché m; castle = château m; office = bureau m;
 bakery = boulangerie f; station = gare f; airport = aéroport m; harbour = port m; party = fête f; concert = concert m
[town] city = ville f; village = village m; street = rue f; square = place f; island = île f; country = pays m; region = région f; beach = plage f
[building] house = maison f; flat = appartement m; hotel = hôtel m; school = école f; castle = château m; museum = musée m; church = église f; restaurant = restaurant m; office = bureau m; building = immeuble m
[nature] tree = arbre m; flower = fleur f; lake = lac m; forest = forêt f; river = rivière f; garden = jardin m; rose = rose f; mountain = montagne f; field = champ m; sky = ciel m
[story] book = livre m; film = film m; novel = roman m; story = histoire f; play = pièce f; programme = émission f; article = article m; comic = bande dessinée/bandes dessinées f; series = série f
[readable] book = livre m; newspaper = journal m; novel = roman m; letter = lettre f; magazine = magazine m; poem = poème m; article = article m; comic = bande dessinée/bandes dessinées f; recipe = recette f; instructions = mode d'emploi m
[viewing] film = film m; programme = émission f; match = match m; documentary = documentaire m; series = série f; cartoon = dessin animé/dessins animés m; play = pièce f
[message] letter = lettre f; message = message m; postcard = carte postale/cartes postales f; email = courriel m; parcel = colis m; photo = photo f; present = cadeau m; invitation = invitation f
[work] lesson = cours m; exercise = exercice m; exam = examen m; question = question f; test = contrôle m; job = travail m; meeting = réunion f; project = projet m; game = jeu m; book = livre m; course = stage m
[event] lesson = cours m; meeting = réunion f; film = film m; concert = concert m; match = match m; show = spectacle m; class = classe f; play = pièce f; party = fête f; course = stage m; race = course f; exam = examen m; sale = solde m
[subject] history = histoire f; geography = géographie f; science = science f; music = musique f; art = art m; biology = biologie f; chemistry = chimie f; cooking = cuisine f; football = football m; nature = nature f;
 politics = politique f; photography = photographie f; painting = peinture f; literature = littérature f; sport = sport m; philosophy = philosophie f; dance = danse f; astronomy = astronomie f
[instrument] piano = piano m; guitar = guitare f; violin = violon m; flute = flûte f; drums = batterie f; trumpet = trompette f; clarinet = clarinette f; harp = harpe f; accordion = accordéon m
[game] football = football m; tennis = tennis m; basketball = basket m; rugby = rugby m; chess = échecs/échecs m; cards = cartes/cartes f; handball = handball m; volleyball = volley m; golf = golf m; table tennis = ping-pong m; hockey = hockey m
[door] door = porte f; window = fenêtre f; suitcase = valise f; drawer = tiroir m; bottle = bouteille f; box = boîte f; gate = portail m; curtain = rideau m; shutter = volet m; parcel = colis m
[light] light = lumière f; television = télévision f; radio = radio f; computer = ordinateur m; heating = chauffage m; oven = four m; lamp = lampe f
[job] doctor = médecin m; lawyer = avocat m; baker = boulanger m; engineer = ingénieur m; journalist = journaliste m; pilot = pilote m; singer = chanteur m; painter = peintre m; dentist = dentiste m;
 cook = cuisinier m; farmer = agriculteur m; postman = facteur m; photographer = photographe m; teacher = professeur m; waiter = serveur m; hairdresser = coiffeur m; firefighter = pompier m; translator = traducteur m;
 student = étudiant m; butcher = boucher m; gardener = jardinier m; nurse = infirmier m; actor = acteur m; architect = architecte m; musician = musicien m; police officer = policier m; vet = vétérinaire m; bus driver = conducteur de bus m
[body] head = tête f; back = dos m; stomach = ventre m; throat = gorge f; leg = jambe f; arm = bras m; hand = main f; foot = pied m; knee = genou m; shoulder = épaule f; tooth = dent f; ear = oreille f; neck = cou m; ankle = cheville f
[breakable] arm = bras m; leg = jambe f; wrist = poignet m; finger = doigt m; ankle = cheville f; nose = nez m; foot = pied m
[washable] car = voiture f; shirt = chemise f; floor = sol m; window = fenêtre f; plate = assiette f; dress = robe f; kitchen = cuisine f; bike = vélo m; curtain = rideau m; table = table f; bathroom = salle de bains f; glass = verre m
[repair] car = voiture f; bike = vélo m; roof = toit m; computer = ordinateur m; washing machine = machine à laver f; door = porte f; printer = imprimante f; clock = horloge f; radio = radio f; chair = chaise f; phone = téléphone m; lamp = lampe f
[cost] jacket = veste f; dress = robe f; lamp = lampe f; ticket = billet m; camera = appareil photo m; guitar = guitare f; bike = vélo m; computer = ordinateur m; painting = tableau m; watch = montre f; shirt = chemise f; bag = sac m; ring = bague f;
 table = table f; room = chambre f; hat = chapeau m; scarf = écharpe f; phone = téléphone m; car = voiture f; umbrella = parapluie m; mirror = miroir m; plant = plante f; coat = manteau m; armchair = fauteuil m; carpet = tapis m; house = maison f; flat = appartement m
"""
NOUNS: dict[str, tuple[Noun, ...]] = {
    name: tuple(_noun(entry) for entry in entries) for name, entries in _sections(NOUN_TEXT).items()
}

# "<" marks an adjective that French puts before its noun.
ADJECTIVE_TEXT = """
[person] happy = heureux; sad = triste; nice = gentil; intelligent = intelligent; shy = timide; funny = drôle; serious = sérieux; tall = grand; strong = fort;
 patient = patient; polite = poli; honest = honnête; curious = curieux; brave = courageux; generous = généreux; rich = riche; famous = célèbre; lazy = paresseux; young = jeune; calm = calme;
 optimistic = optimiste; careful = prudent; friendly = sympathique; discreet = discret
[mood] happy = heureux; sad = triste; tired = fatigué; worried = inquiet; angry = en colère; busy = occupé; surprised = surpris; disappointed = déçu; ready = prêt; proud = fier; jealous = jaloux; nervous = nerveux; ill = malade;
 late = en retard; alone = seul; calm = calme; pleased = content; furious = furieux; in a good mood = de bonne humeur
[size] big = <grand; small = <petit; new = <nouveau; old = <vieux; heavy = lourd; light = léger; beautiful = <beau; pretty = <joli
[thing] big = <grand; small = <petit; new = <nouveau; old = <vieux; expensive = cher; beautiful = <beau; pretty = <joli; useful = utile; solid = solide; modern = moderne
[state] broken = cassé; clean = propre; dirty = sale; new = neuf; heavy = lourd; expensive = cher; old = vieux; useful = utile
[colour] red = rouge; blue = bleu; green = vert; black = noir; white = blanc; yellow = jaune; grey = gris; brown = marron; pink = rose; purple = violet
[garment] new = <nouveau; old = <vieux; pretty = <joli; beautiful = <beau; warm = chaud; elegant = élégant; light = léger; red = rouge; blue = bleu; green = vert; black = noir; white = blanc; yellow = jaune; grey = gris; brown = marron; pink = rose; long = <long
[fit] too big = trop grand; too small = trop petit; very pretty = très joli; too long = trop long; too expensive = trop cher; very elegant = très élégant; very beautiful = très beau; a bit short = un peu court; dirty = sale; clean = propre; dry = sec; new = neuf
[taste] hot = chaud; cold = froid; delicious = délicieux; good = bon; too salty = trop salé; too sweet = trop sucré; ready = prêt; excellent = excellent; very good = très bon; too hot = trop chaud; still hot = encore chaud
[story] interesting = intéressant; boring = ennuyeux; long = <long; short = court; funny = drôle; sad = triste; excellent = excellent; exciting = passionnant; strange = étrange; good = <bon; bad = <mauvais; beautiful = <beau; old = <vieux; new = <nouveau
[work] difficult = difficile; easy = facile; interesting = intéressant; important = important; long = <long; boring = ennuyeux; useful = utile; simple = simple; short = court; tiring = fatigant
[town] beautiful = <beau; big = <grand; small = <petit; quiet = tranquille; noisy = bruyant; old = <vieux; pretty = <joli; clean = propre; charming = charmant; famous = célèbre; lively = animé; dangerous = dangereux
[building] big = <grand; small = <petit; old = <vieux; new = <nouveau; beautiful = <beau; modern = moderne; pretty = <joli; magnificent = magnifique; empty = vide; bright = lumineux
[room] clean = propre; dirty = sale; empty = vide; small = petit; big = grand; bright = lumineux; cold = froid; quiet = tranquille; dark = sombre; comfortable = confortable; untidy = en désordre
[nature] beautiful = <beau; big = <grand; small = <petit; magnificent = magnifique; pretty = <joli; old = <vieux
[vehicle] fast = rapide; slow = lent; new = <nouveau; old = <vieux; beautiful = <beau; big = <grand; small = <petit; expensive = cher; comfortable = confortable; solid = solide; red = rouge; white = blanc; blue = bleu
[animal] big = <grand; small = <petit; beautiful = <beau; old = <vieux; young = <jeune; black = noir; white = blanc; grey = gris; funny = drôle; intelligent = intelligent; fat = <gros
[pet_mood] hungry = affamé; ill = malade; tired = fatigué; fast = rapide; gentle = doux; intelligent = intelligent; beautiful = beau; lazy = paresseux; curious = curieux; dirty = sale
"""


def _adjective(entry: str) -> Adjective:
    left, right = (side.strip() for side in entry.split("="))
    return Adjective(left, right.removeprefix("<"), right.startswith("<"))


ADJECTIVES: dict[str, tuple[Adjective, ...]] = {
    name: tuple(_adjective(entry) for entry in entries) for name, entries in _sections(ADJECTIVE_TEXT).items()
}


def pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Read "english = french; ..." into pairs."""
    split = (entry.split("=") for entry in text.replace("\n", " ").split(";") if entry.strip())
    return tuple((left.strip(), right.strip()) for left, right in split)


def size() -> int:
    """How many different entries the noun and adjective tables hold."""
    nouns: Iterable[Noun] = (noun for entries in NOUNS.values() for noun in entries)
    adjectives = (entry for entries in ADJECTIVES.values() for entry in entries)
    return len(set(nouns)) + len({(entry.english, entry.french) for entry in adjectives})
