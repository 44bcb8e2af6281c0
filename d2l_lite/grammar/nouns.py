"""Nouns by class: ``english[/plural] = french[/plural] gender``; plurals are given where they are not regular."""

NOUN_TEXT = """
    [mother] mother = mère f; sister = sœur f; grandmother = grand-mère/grands-mères f; aunt = tante f; daughter =
    fille f; wife/wives = femme f [father] father = père m; brother = frère m; grandfather = grand-père/grands-pères
    m; uncle = oncle m; son = fils m; husband = mari m; cousin = cousin m [acquaintance] friend = ami m; neighbour =
    voisin m; boss = patron m; teacher = professeur m; doctor = médecin m; colleague = collègue m [children] son =
    fils m; daughter = fille f; brother = frère m; sister = sœur f; cousin = cousin m; child/children = enfant m
    [food] bread = pain m; cheese = fromage m; rice = riz m; meat = viande f; fish/fish = poisson m; chicken =
    poulet m; ham = jambon m; soup = soupe f; salad = salade f; chocolate = chocolat m; cake = gâteau m; ice cream =
    glace f; jam = confiture f; honey = miel m; butter = beurre m; yoghurt = yaourt m; pizza = pizza f; toast = pain
    grillé m; couscous = couscous m; fruit salad = salade de fruits f; vegetable soup = soupe de légumes f; apple
    tart = tarte aux pommes f; goat's cheese = fromage de chèvre m; roast chicken = poulet rôti m [staple] flour =
    farine f; sugar = sucre m; salt = sel m; pepper = poivre m; oil = huile f; cream = crème f; garlic = ail m;
    mustard = moutarde f; vinegar = vinaigre m [drink] water = eau f; milk = lait m; coffee = café m; tea = thé m;
    wine = vin m; beer = bière f; lemonade = limonade f; orange juice = jus d'orange m; apple juice = jus de pomme
    m; hot chocolate = chocolat chaud m [order] coffee = café m; tea = thé m; beer = bière f; lemonade = limonade f;
    sandwich = sandwich m; omelette = omelette f; ham sandwich = sandwich au jambon m; green salad = salade verte f;
    glass of water = verre d'eau m; glass of red wine = verre de vin rouge m; cheese omelette = omelette au fromage
    f; slice of cake = part de gâteau f; bottle of water = bouteille d'eau f; hot chocolate = chocolat chaud m;
    vanilla ice cream = glace à la vanille f; croissant = croissant m; orange juice = jus d'orange m; mint tea = thé
    à la menthe m; pancake = crêpe f; tomato salad = salade de tomates f; vegetable soup = soupe de légumes f; slice
    of apple tart = part de tarte aux pommes f; mushroom pizza = pizza aux champignons f; fruit salad = salade de
    fruits f; baguette = baguette f [fruit] apple = pomme f; pear = poire f; orange = orange f; banana = banane f;
    strawberry = fraise f; cherry = cerise f; peach = pêche f; lemon = citron m; apricot = abricot m; melon = melon
    m; grapefruit/grapefruits = pamplemousse m; plum = prune f; raspberry = framboise f; walnut = noix f; fig =
    figue f [vegetable] carrot = carotte f; tomato/tomatoes = tomate f; potato/potatoes = pomme de terre/pommes de
    terre f; onion = oignon m; bean = haricot m; mushroom = champignon m; leek = poireau m; courgette = courgette f;
    egg = œuf m; pea = petit pois/petits pois m; cabbage = chou/choux m; cucumber = concombre m; aubergine =
    aubergine f; radish = radis m [garment] shirt = chemise f; dress = robe f; skirt = jupe f; coat = manteau m;
    jacket = veste f; hat = chapeau m; jumper = pull m; scarf/scarves = écharpe f; tie = cravate f; T-shirt =
    tee-shirt m; raincoat = imperméable m; swimsuit = maillot de bain/maillots de bain m; belt = ceinture f; cap =
    casquette f; suit = costume m; blouse = chemisier m; cardigan = gilet m; dressing gown = robe de chambre/robes
    de chambre f; apron = tablier m [shoes] shoe = chaussure f; boot = botte f; sock = chaussette f; glove = gant m;
    trainer = basket f; sandal = sandale f; slipper = pantoufle f; earring = boucle d'oreille/boucles d'oreilles f
    [carried] key = clé f; bag = sac m; wallet = portefeuille m; phone = téléphone m; umbrella = parapluie m; pen =
    stylo m; book = livre m; notebook = cahier m; ticket = billet m; passport = passeport m; watch = montre f;
    camera = appareil photo/appareils photo m; suitcase = valise f; purse = porte-monnaie/porte-monnaie m; pencil =
    crayon m; ring = bague f; newspaper = journal m; laptop = ordinateur portable/ordinateurs portables m; charger =
    chargeur m; diary = agenda m; credit card = carte bancaire/cartes bancaires f; lipstick = rouge à lèvres/rouges
    à lèvres m; helmet = casque m; identity card = carte d'identité/cartes d'identité f; rucksack = sac à dos/sacs à
    dos m; torch = lampe de poche/lampes de poche f [furniture] table = table f; chair = chaise f; bed = lit m; sofa
    = canapé m; lamp = lampe f; wardrobe = armoire f; desk = bureau m; armchair = fauteuil m; mirror = miroir m;
    carpet = tapis m; cupboard = placard m; shelf/shelves = étagère f; clock = horloge f; curtain = rideau m;
    bookcase = bibliothèque f; chest of drawers/chests of drawers = commode f; stool = tabouret m; bench = banc m;
    pillow = oreiller m; blanket = couverture f [appliance] fridge = frigo m; oven = four m; computer = ordinateur
    m; television = télévision f; radio = radio f; printer = imprimante f; dishwasher = lave-vaisselle m; washing
    machine = machine à laver f; tablet = tablette f; lift = ascenseur m; heating = chauffage m; phone = téléphone
    m; freezer = congélateur m; coffee machine = machine à café f; hairdryer = sèche-cheveux m; hoover = aspirateur
    m; keyboard = clavier m; doorbell = sonnette f [kitchenware] knife/knives = couteau m; fork = fourchette f;
    spoon = cuillère f; glass = verre m; plate = assiette f; cup = tasse f; bowl = bol m; bottle = bouteille f; pan
    = poêle f; napkin = serviette f; teapot = théière f; saucepan = casserole f; salad bowl = saladier m; corkscrew
    = tire-bouchon m; jug = carafe f [surface] table = table f; desk = bureau m; bed = lit m; sofa = canapé m; shelf
    = étagère f; chair = chaise f; floor = sol m; armchair = fauteuil m [container] bag = sac m; drawer = tiroir m;
    car = voiture f; box = boîte f; cupboard = placard m; suitcase = valise f; pocket = poche f; wardrobe = armoire
    f [room] kitchen = cuisine f; bedroom = chambre f; living room = salon m; bathroom = salle de bains f; garden =
    jardin m; garage = garage m; cellar = cave f; dining room = salle à manger f; attic = grenier m; corridor =
    couloir m; laundry room = buanderie f; conservatory = véranda f; guest room = chambre d'amis f [vehicle] car =
    voiture f; bike = vélo m; motorbike = moto f; lorry = camion m; boat = bateau m; caravan = caravane f [animal]
    cat = chat m; dog = chien m; bird = oiseau m; horse = cheval m; rabbit = lapin m; hamster = hamster m; tortoise
    = tortue f; parrot = perroquet m; hedgehog = hérisson m; squirrel = écureuil m; fox/foxes = renard m;
    butterfly/butterflies = papillon m [wild] cow = vache f; sheep/sheep = mouton m; hen = poule f; duck = canard m;
    pig = cochon m; goat = chèvre f; donkey = âne m; bird = oiseau m; horse = cheval m [fear] spider = araignée f;
    snake = serpent m; mouse/mice = souris f; dog = chien m; wasp = guêpe f; wolf/wolves = loup m; shark = requin m;
    bear = ours m; bee = abeille f; ghost = fantôme m; thunderstorm = orage m; lion = lion m; crocodile = crocodile
    m; rat = rat m; needle = piqûre f; clown = clown m; monster = monstre m; pigeon = pigeon m [place] station =
    gare f; museum = musée m; library = bibliothèque f; hospital = hôpital m; post office = poste f; bank = banque
    f; church = église f; town hall = mairie f; market = marché m; park = parc m; airport = aéroport m; hotel =
    hôtel m; school = école f; bridge = pont m; stadium = stade m; theatre = théâtre m; beach = plage f; harbour =
    port m; castle = château m; swimming pool = piscine f; university = université f; zoo = zoo m; police station =
    commissariat m; bus stop = arrêt de bus m; car park = parking m; fountain = fontaine f; cathedral = cathédrale
    f; roundabout = rond-point m; factory = usine f; petrol station = station-service f [shop] bakery = boulangerie
    f; butcher's shop = boucherie f; bookshop = librairie f; chemist's = pharmacie f; supermarket = supermarché m;
    restaurant = restaurant m; café = café m; cinema = cinéma m; shoe shop = magasin de chaussures m; toy shop =
    magasin de jouets m; ice rink = patinoire f; grocer's shop = épicerie f; cake shop = pâtisserie f; florist's =
    fleuriste m; hairdresser's = salon de coiffure m; fishmonger's = poissonnerie f [outing] cinema = cinéma m;
    theatre = théâtre m; beach = plage f; swimming pool = piscine f; museum = musée m; market = marché m; restaurant
    = restaurant m; park = parc m; library = bibliothèque f; stadium = stade m; mountains = montagne f; countryside
    = campagne f; zoo = zoo m; supermarket = supermarché m; castle = château m; office = bureau m; bakery =
    boulangerie f; station = gare f; airport = aéroport m; harbour = port m; party = fête f; concert = concert m
    [town] city = ville f; village = village m; street = rue f; square = place f; island = île f; region = région f;
    beach = plage f [building] house = maison f; flat = appartement m; hotel = hôtel m; school = école f; castle =
    château m; museum = musée m; church = église f; restaurant = restaurant m; office = bureau m; building =
    immeuble m [nature] tree = arbre m; flower = fleur f; lake = lac m; forest = forêt f; river = rivière f; garden
    = jardin m; rose = rose f; mountain = montagne f; field = champ m; sky = ciel m; waterfall = cascade f; valley =
    vallée f; hill = colline f; sunset = coucher de soleil m; oak = chêne m; landscape = paysage m [story] book =
    livre m; film = film m; novel = roman m; story = histoire f; play = pièce f; programme = émission f; article =
    article m; comic = bande dessinée/bandes dessinées f; series/series = série f; song = chanson f; painting =
    tableau m; documentary = documentaire m; speech = discours m; fairy tale = conte m [readable] book = livre m;
    newspaper = journal m; novel = roman m; letter = lettre f; magazine = magazine m; poem = poème m; article =
    article m; comic = bande dessinée/bandes dessinées f; recipe = recette f [viewing] film = film m; programme =
    émission f; match = match m; documentary = documentaire m; series/series = série f; cartoon = dessin
    animé/dessins animés m; play = pièce f; cooking programme = émission de cuisine/émissions de cuisine f; horror
    film = film d'horreur/films d'horreur m [message] letter = lettre f;
    message = message m; postcard = carte postale f; email = courriel m; parcel = colis m; photo = photo f; present
    = cadeau m; invitation = invitation f [work] lesson = cours m; exercise = exercice m; exam = examen m; question
    = question f; test = contrôle m; job = travail m; meeting = réunion f; project = projet m; game = jeu m; book =
    livre m; course = stage m; dictation = dictée f; translation = traduction f; training = formation f; recipe =
    recette f; method = méthode f [event] lesson = cours m; meeting = réunion f; film = film m; concert = concert m;
    match = match m; show = spectacle m; play = pièce f; party = fête f; course = stage m; race = course f; exam =
    examen m; ceremony = cérémonie f; documentary = documentaire m [subject] history = histoire f; geography =
    géographie f; science = science f; music = musique f; art = art m; biology = biologie f; chemistry = chimie f;
    cooking = cuisine f; football = football m; nature = nature f; politics = politique f; photography =
    photographie f; painting = peinture f; literature = littérature f; sport = sport m; philosophy = philosophie f;
    dance = danse f; astronomy = astronomie f; economics = économie f; cinema = cinéma m; fashion = mode f;
    mythology = mythologie f; gardening = jardinage m; technology = technologie f; ecology = écologie f; theatre =
    théâtre m [instrument] piano = piano m; guitar = guitare f; violin = violon m; flute = flûte f; drums = batterie
    f; trumpet = trompette f; clarinet = clarinette f; harp = harpe f; accordion = accordéon m; cello = violoncelle
    m; saxophone = saxophone m [game] football = football m; tennis = tennis m; basketball = basket m; rugby = rugby
    m; chess = échecs/échecs m; cards = cartes/cartes f; handball = handball m; volleyball = volley m; golf = golf
    m; table tennis = ping-pong m; hockey = hockey m [light] light = lumière f; television = télévision f; radio =
    radio f; computer = ordinateur m; heating = chauffage m; oven = four m; lamp = lampe f; dishwasher =
    lave-vaisselle m; fan = ventilateur m; printer = imprimante f [job] doctor = médecin m; lawyer = avocat m; baker
    = boulanger m; engineer = ingénieur m; journalist = journaliste m; pilot = pilote m; singer = chanteur m;
    painter = peintre m; dentist = dentiste m; cook = cuisinier m; farmer = agriculteur m; postman = facteur m;
    photographer = photographe m; teacher = professeur m; waiter = serveur m; hairdresser = coiffeur m; firefighter
    = pompier m; translator = traducteur m; student = étudiant m; butcher = boucher m; gardener = jardinier m; nurse
    = infirmier m; actor = acteur m; architect = architecte m; musician = musicien m; police officer = policier m;
    vet = vétérinaire m; bus driver = conducteur de bus m; plumber = plombier m; electrician = électricien m;
    mechanic = mécanicien m; writer = écrivain m; dancer = danseur m; judge = juge m; secretary = secrétaire m;
    accountant = comptable m; carpenter = menuisier m; salesperson/salespeople = vendeur m; computer scientist =
    informaticien m [body] head = tête f; back = dos m; stomach = ventre m; throat = gorge f; leg = jambe f; arm =
    bras m; hand = main f; foot = pied m; knee = genou m; shoulder = épaule f; tooth = dent f; ear = oreille f; neck
    = cou m; ankle = cheville f [breakable] arm = bras m; leg = jambe f; wrist = poignet m; finger = doigt m; ankle
    = cheville f; nose = nez m; foot = pied m [washable] car = voiture f; shirt = chemise f; floor = sol m; window =
    fenêtre f; plate = assiette f; dress = robe f; kitchen = cuisine f; bike = vélo m; curtain = rideau m; table =
    table f; bathroom = salle de bains f; glass = verre m; sheet = drap m; saucepan = casserole f; fridge = frigo m;
    oven = four m; carpet = tapis m; sink = évier m; garage = garage m [repair] car = voiture f; bike = vélo m; roof
    = toit m; computer = ordinateur m; washing machine = machine à laver f; door = porte f; printer = imprimante f;
    clock = horloge f; radio = radio f; chair = chaise f; phone = téléphone m; lamp = lampe f; lift = ascenseur m;
    fridge = frigo m; tap = robinet m; boiler = chaudière f; gate = portail m; lock = serrure f; fence = clôture f;
    toaster = grille-pain m [cost] jacket = veste f; dress = robe f; lamp = lampe f; ticket = billet m; camera =
    appareil photo/appareils photo m; guitar = guitare f; bike = vélo m; computer = ordinateur m; painting = tableau
    m; watch = montre f; shirt = chemise f; bag = sac m; ring = bague f; table = table f; room = chambre f; hat =
    chapeau m; scarf/scarves = écharpe f; phone = téléphone m; car = voiture f; umbrella = parapluie m; mirror =
    miroir m; plant = plante f; coat = manteau m; armchair = fauteuil m; carpet = tapis m; house = maison f; flat =
    appartement m [gift] book = livre m; watch = montre f; scarf/scarves = écharpe f; bike = vélo m; guitar =
    guitare f; ring = bague f; cake = gâteau m; game = jeu m; camera = appareil photo/appareils photo m; necklace =
    collier m; plant = plante f; teddy bear = ours en peluche m; bag = sac m; picture = tableau m; doll = poupée f;
    ball = ballon m; kite = cerf-volant/cerfs-volants m; box of chocolates = boîte de chocolats f; bunch of flowers
    = bouquet de fleurs m; bottle of perfume = flacon de parfum m; puzzle = puzzle m; bracelet = bracelet m;
    cookbook = livre de cuisine m; novel = roman m; vase = vase m [lent] book = livre m; bike = vélo m; guitar =
    guitare f; game = jeu m; camera = appareil photo/appareils photo m; bag = sac m; car = voiture f; umbrella =
    parapluie m; pen = stylo m; ladder = échelle f; phone = téléphone m; tent = tente f; coat = manteau m; suitcase
    = valise f; laptop = ordinateur portable m; scarf/scarves = écharpe f; jacket = veste f; notebook = cahier m
    [sight] museum = musée m; church = église f; castle = château m; zoo = zoo m; harbour = port m; old town =
    vieille ville f; cathedral = cathédrale f; lighthouse = phare m; market = marché m; palace = palais m; aquarium
    = aquarium m; exhibition = exposition f [fragile] chair = chaise f; lamp = lampe f; mirror = miroir m; clock =
    horloge f; window = vitre f; vase = vase m; umbrella = parapluie m; toy = jouet m; printer = imprimante f [pet]
    cat = chat m; dog = chien m; rabbit = lapin m; hamster = hamster m; parrot = perroquet m; tortoise = tortue f;
    bird = oiseau m; goldfish/goldfish = poisson rouge/poissons rouges m [outside] cat = chat m; dog = chien m;
    rabbit = lapin m; horse = cheval m; hedgehog = hérisson m; bird = oiseau m; squirrel = écureuil m; tortoise =
    tortue f; goat = chèvre f; fox/foxes = renard m [open_door] door = porte f; window = fenêtre f; suitcase =
    valise f; drawer = tiroir m; bottle = bouteille f; box = boîte f; gate = portail m; curtain = rideau m; shutter
    = volet m; parcel = colis m [opening] bakery = boulangerie f; butcher's shop = boucherie f; bookshop = librairie
    f; chemist's = pharmacie f; supermarket = supermarché m; restaurant = restaurant m; café = café m; library =
    bibliothèque f; museum = musée m; post office = poste f; bank = banque f; market = marché m; swimming pool =
    piscine f; town hall = mairie f; zoo = zoo m; shoe shop = magasin de chaussures m; toy shop = magasin de jouets
    m; castle = château m; ice rink = patinoire f; school = école f [periodical] newspaper = journal m; novel =
    roman m; comic = bande dessinée/bandes dessinées f; magazine = magazine m; poem = poème m; recipe = recette f;
    detective novel = roman policier/romans policiers m; science magazine = revue scientifique/revues scientifiques
    f [shopped] baguette = baguette f; stamp = timbre m; kilo of apples = kilo de pommes m; kilo of potatoes = kilo
    de pommes de terre m; bottle of milk = bouteille de lait f; newspaper = journal m; map of the city = plan de la
    ville m; ticket for Paris = billet pour Paris m; ticket for the concert = billet pour le concert m; bunch of
    roses = bouquet de roses m; pot of jam = pot de confiture m; room for two nights = chambre pour deux nuits f;
    table for four = table pour quatre f; return ticket to Lyon = aller-retour pour Lyon m; bar of chocolate =
    tablette de chocolat f; dozen eggs = douzaine d'œufs f [written] letter = lettre f; message = message m;
    postcard = carte postale f; email = courriel m; poem = poème m; novel = roman m; article = article m; report =
    rapport m; shopping list = liste de courses f [sold] table = table f; chair = chaise f; sofa = canapé m;
    wardrobe = armoire f; piano = piano m; mirror = miroir m; bike = vélo m; guitar = guitare f; house = maison f;
    flat = appartement m; caravan = caravane f; armchair = fauteuil m; computer = ordinateur m [dish] soup = soupe
    f; salad = salade f; cake = gâteau m; chicken = poulet m; fish = poisson m; rice = riz m; pizza = pizza f;
    couscous = couscous m; fruit salad = salade de fruits f; vegetable soup = soupe de légumes f; omelette =
    omelette f; apple tart = tarte aux pommes f; tea = thé m; coffee = café m; roast chicken = poulet rôti m
    """
